import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { amountToWire } from '../../../domain/platform/money/money';
import type { WithdrawalRow } from './withdrawal.table';
import type * as Message from '../../../webhook-messages/wallets/events';
import type { Emits } from '../../../domain/platform/machine/machine';
import type { Unrecorded } from '../../../webhook-messages/message';

const TOPIC = 'WithdrawalTopic';

type EventType = Message.WithdrawalTopicEvent['eventType'];

/** The start message contains the withdrawal, the others its id. */
export function withdrawalWebhookMessages(
  { emits }: Emits<EventType>,
  row: WithdrawalRow,
): Unrecorded<Message.WithdrawalTopicEvent>[] {
  return emits.map((eventType) => webhookMessage(eventType, row));
}

function webhookMessage(eventType: EventType, row: WithdrawalRow): Unrecorded<Message.WithdrawalTopicEvent> {
  return eventType === 'WithdrawalStarted'
    ? { topic: TOPIC, eventType, withdrawal: withdrawalMessage(row) }
    : { topic: TOPIC, eventType, withdrawalID: row.id, externalID: row.externalID ?? undefined };
}

function withdrawalMessage(row: WithdrawalRow): Message.Withdrawal {
  return {
    id: row.id,
    createdAt: rfc3339Text(row.createdAt),
    destination: row.destinationID,
    body: { amount: amountToWire(row.amountMinor), currency: row.currency },
    metadata: row.metadata ? { ...row.metadata } : undefined,
    wallet: row.walletID,
    externalID: row.externalID ?? undefined,
  };
}
