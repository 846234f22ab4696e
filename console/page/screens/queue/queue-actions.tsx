import type { ReactNode } from 'react';
import { callOperators } from '../../api/client';
import { ReasonButton } from '../../parts/actions';
import { CommandChoice } from '../../parts/command-choice';
import { lazyDialog } from '../../parts/lazy-dialog';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { ChargebackActions } from './chargeback-actions';
import { ReviewActions } from './review-actions';
import { pathOfFound } from '../search/found-path';
import type { WaitingItem, ChosenQueue } from './work';
import { ButtonLink } from '../../parts/links';

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
  const open = (): void => void recordOpening(kind, item.id);
  if (kind === 'approvals') return <ApprovalCard item={item} onOpen={open} />;
  return (
    <div className="row-actions">
      {kind === 'destinations' && has('finance') && <DestinationActions item={item} />}
      {kind === 'reviews' && has('support', 'finance') && <ReviewActions {...splitPayment(item.id)} />}
      {kind === 'chargebacks' && has('finance') && <ChargebackActions id={item.id} />}
      {kind === 'findings' && has('finance') && (
        <ReasonButton
          {...{ text: queue.resolve, help: queue.resolveHelp, className: 'button primary' }}
          onSubmit={`/reconciliation/findings/${encodeURIComponent(item.id)}/resolve`}
        />
      )}
      {path !== undefined && <ButtonLink to={path} onClick={open} text={queue.open} />}
    </div>
  );
}

/** Leaves who opened the item for the next shift; the page opens also without it. */
async function recordOpening(kind: ChosenQueue, id: string): Promise<void> {
  await callOperators(`/queue/${kind}/opened`, { method: 'POST', body: { id } }).catch(() => undefined);
}

function pathOf(kind: ChosenQueue, { id }: WaitingItem): string | undefined {
  const types: Partial<Record<ChosenQueue, string>> = {
    chargebacks: 'chargeback',
    endingHolds: 'payment',
    reviews: 'payment',
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

function splitPayment(id: string): { invoiceID: string; paymentID: string } {
  const [invoiceID = '', paymentID = ''] = id.split('.');
  return { invoiceID, paymentID };
}

function DestinationActions({ item }: { item: WaitingItem }): ReactNode {
  const { payment } = useTexts();
  const choices = [
    { type: 'approveDestination', label: payment.approve },
    { type: 'rejectDestination', label: payment.reject, isDangerous: true },
  ];
  return <CommandChoice choices={choices} parameters={{ destinationID: item.id }} />;
}
