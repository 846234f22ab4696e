import type { Emits } from '../../../domain/platform/machine/machine';
import { amountToWire } from '../../../domain/platform/money/money';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Unrecorded } from '../../../webhook-messages/message';
import type { PayoutsTopicEvent } from '../../../webhook-messages/payments/events';
import type { Change, Command } from '../../change-log';
import type { PayoutRow } from './payout.table';

/** A change of a payout with its messages to the shop's webhooks, which are in order for each payout. */
export function payoutChange(
  { emits }: Emits<PayoutsTopicEvent['eventType']>,
  row: PayoutRow,
  command: Command,
): Change {
  const { id, partyID, shopID, batchID, currency, status, reason, bankReference } = row;
  const payout = {
    ...{ id, shopID, batchID, createdAt: rfc3339Text(row.createdAt), status },
    ...{ amount: amountToWire(row.amountMinor), currency },
    ...{ reason: reason ?? undefined, bankReference: bankReference ?? undefined },
  };
  const message = (eventType: PayoutsTopicEvent['eventType']): Unrecorded<PayoutsTopicEvent> => ({
    topic: 'PayoutsTopic',
    ...{ eventType, payout },
  });
  return {
    subject: { type: 'payout', id },
    recipients: { partyID, shopID },
    occurredAt: row.statusChangedAt,
    messages: emits.map(message),
    commands: [command],
  };
}
