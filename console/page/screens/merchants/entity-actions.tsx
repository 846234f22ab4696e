import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useCommand } from '../../parts/commands';
import { DecisionDialog, DialogButton } from '../../parts/lazy-dialog';
import { useOperators } from '../../parts/read';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { EditDialog, VersionsDialog } from '../configuration/dialogs';
import type { FormType } from '../configuration/specs';
import { isBlocked, type Entity } from './merchants';

interface EntityActionsProps {
  /** Until the entity is loaded. */
  isDisabled?: boolean;
  type: FormType;
  entity: Entity;
}

export function EntityActions({ type, entity, isDisabled = false }: EntityActionsProps): ReactNode {
  const { merchants } = useTexts();
  const { has } = useSession();
  const seesAudit = has('support', 'finance', 'configuration', 'administrator');
  const versions = seesAudit && (
    <DialogButton text={merchants.versions} {...{ isDisabled }}>
      {(onClose) => <VersionsDialog {...{ type, entity, onClose }} />}
    </DialogButton>
  );
  if (!has('configuration')) return versions;
  return (
    <>
      <DialogButton text={merchants.edit} {...{ isDisabled }}>
        {(onClose) => <EditDialog {...{ type, entity, onClose }} />}
      </DialogButton>
      {versions}
      {(type === 'party' || type === 'shop') && (
        <DialogButton text={isBlocked(entity) ? merchants.unblock : merchants.block} {...{ isDisabled }}>
          {(onClose) => <BlockDialog {...{ type, entity, onClose }} />}
        </DialogButton>
      )}
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
  const { data } = useOperators<Schemas['OperatorLimitRecords']>('/limits', { staleTime: 60_000 });
  return data?.approvalRequired.includes(commandType) ?? false;
}
