import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { CommandChoice } from '../../parts/command-choice';
import { DecisionDialog, DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { pathOfFound } from '../search/found-path';
import type { WaitingItem, ChosenQueue } from './work';

const ApprovalCard = lazyDialog(async () => (await import('./approval-card')).ApprovalCard);

interface ActionsProps {
  kind: ChosenQueue;
  item: WaitingItem;
}

/** The decisions that this person may make about an item, and the page that explains it. */
export function QueueActions({ kind, item }: ActionsProps): ReactNode {
  const { queue } = useTexts();
  const { has } = useSession();
  const path = pathOf(kind, item);
  if (kind === 'approvals') return <ApprovalCard item={item} />;
  return (
    <div className="row-actions">
      {kind === 'destinations' && has('finance') && <DestinationActions item={item} />}
      {kind === 'chargebacks' && has('finance') && <ChargebackActions item={item} />}
      {kind === 'findings' && has('finance') && <FindingAction item={item} />}
      {path !== undefined && (
        <Link className="button" to={path}>
          {queue.open}
        </Link>
      )}
    </div>
  );
}

function pathOf(kind: ChosenQueue, { id }: WaitingItem): string | undefined {
  const types: Partial<Record<ChosenQueue, string>> = {
    chargebacks: 'chargeback',
    endingHolds: 'payment',
    payouts: 'withdrawal',
    findings: 'finding',
    endpoints: 'webhook',
    destinations: 'destination',
  };
  const [workflowType = '', entityID = ''] = id.split('/');
  if (kind === 'workflows') return pathOfFound({ type: workflowType, id: entityID });
  const type = types[kind];
  return type && pathOfFound({ type, id });
}

function DestinationActions({ item }: { item: WaitingItem }): ReactNode {
  const { queue } = useTexts();
  const choices = [
    { type: 'approveDestination', label: queue.approve },
    { type: 'rejectDestination', label: queue.reject, isDangerous: true },
  ];
  return <CommandChoice choices={choices} parameters={{ destinationID: item.id }} />;
}

function ChargebackActions({ item }: { item: WaitingItem }): ReactNode {
  const { queue } = useTexts();
  const [invoiceID = '', paymentID = '', chargebackID = ''] = item.id.split('.');
  const choices = [
    { type: 'rejectChargeback', label: queue.contest, help: queue.contestHelp },
    { type: 'acceptChargeback', label: queue.accept, help: queue.acceptHelp, isDangerous: true },
  ];
  return <CommandChoice choices={choices} parameters={{ invoiceID, paymentID, chargebackID }} />;
}

function FindingAction({ item }: { item: WaitingItem }): ReactNode {
  const { queue, common } = useTexts();
  const client = useQueryClient();
  const announce = useAnnounce();
  const resolve = async (reason: string): Promise<void> => {
    const path = `/reconciliation/findings/${encodeURIComponent(item.id)}/resolve`;
    await callOperators<Schemas['ReconciliationFinding']>(path, { method: 'POST', body: { reason } });
    announce(common.done);
    await client.invalidateQueries({ queryKey: ['queue'] });
  };
  return (
    <DialogButton text={queue.resolve} className="button primary">
      {(onClose) => (
        <DecisionDialog
          {...{ title: queue.resolve, help: queue.resolveHelp, submit: queue.resolve, onClose }}
          onSubmit={async ({ reason }) => resolve(reason)}
        />
      )}
    </DialogButton>
  );
}
