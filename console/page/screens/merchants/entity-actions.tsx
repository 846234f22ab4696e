import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { useCommand } from '../../parts/commands';
import { DecisionDialog } from '../../parts/decision-dialog';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { isBlocked, type Entity } from './merchants';

const EditDialog = lazy(() => import('./edit-dialog').then((module) => ({ default: module.EditDialog })));

interface EntityActionsProps {
  /** Until the entity is loaded. */
  isDisabled?: boolean;
  type: 'party' | 'shop' | 'contract';
  entity: Entity;
}

export function EntityActions({ type, entity, isDisabled = false }: EntityActionsProps): ReactNode {
  const { merchants } = useTexts();
  const { has } = useSession();
  const [open, setOpen] = useState<'edit' | 'block'>();
  if (!has('configuration')) return null;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <button type="button" className="button" disabled={isDisabled} onClick={() => setOpen('edit')}>
        {merchants.edit}
      </button>
      {type !== 'contract' && (
        <button type="button" className="button" disabled={isDisabled} onClick={() => setOpen('block')}>
          {isBlocked(entity) ? merchants.unblock : merchants.block}
        </button>
      )}
      {open === 'edit' && (
        <Suspense>
          <EditDialog type={type} entity={entity} onClose={close} />
        </Suspense>
      )}
      {open === 'block' && type !== 'contract' && <BlockDialog type={type} entity={entity} onClose={close} />}
    </>
  );
}

const TYPES = {
  party: { block: 'blockParty', unblock: 'unblockParty', field: 'partyID' },
  shop: { block: 'blockShop', unblock: 'unblockShop', field: 'shopID' },
} as const;

function BlockDialog(props: { type: 'party' | 'shop'; entity: Entity; onClose: () => void }): ReactNode {
  const { type, entity, onClose } = props;
  const { merchants } = useTexts();
  const request = useCommand();
  const action = isBlocked(entity) ? 'unblock' : 'block';
  const needsApproval = useNeedsApproval(TYPES[type][action]);
  return (
    <DecisionDialog
      title={`${merchants[action]}: ${entity.id}`}
      help={
        <>
          <p>{action === 'block' ? merchants.blockHelp : merchants.unblockHelp}</p>
          {needsApproval && <p className="notice waiting">{merchants.needsApproval}</p>}
        </>
      }
      submit={merchants[action]}
      isDangerous={action === 'block'}
      onClose={onClose}
      onSubmit={({ reason }) =>
        request({ type: TYPES[type][action], parameters: { [TYPES[type].field]: entity.id }, reason })
      }
    />
  );
}

/** Whether the rules make commands of a type wait for a second person. */
function useNeedsApproval(commandType: string): boolean {
  const { data } = useQuery({
    queryKey: ['limits'],
    queryFn: ({ signal }) => callOperators<Schemas['OperatorLimitRecords']>('/limits', { signal }),
    staleTime: 60_000,
  });
  return data?.approvalRequired.includes(commandType) ?? false;
}
