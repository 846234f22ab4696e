import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { amountToWire } from '../../domain/money/money';
import type * as Message from '../../domain/webhook/wallets-webhook-events';
import type { WebhookMessage } from '../record';
import type { WithdrawalRow } from './withdrawal.table';

const TOPIC = 'WithdrawalTopic';

/** A webhook message on the withdrawals topic: the start shows the withdrawal, the end names it. */
export function withdrawalWebhookMessage(eventType: string, row: WithdrawalRow): WebhookMessage {
  const content =
    eventType === 'WithdrawalStarted'
      ? { withdrawal: withdrawalMessage(row) }
      : { withdrawalID: row.id, externalID: row.externalID ?? undefined };
  return { topic: TOPIC, eventType, content };
}

function withdrawalMessage(row: WithdrawalRow): Message.Withdrawal {
  return {
    id: row.id,
    createdAt: rfc3339Text(row.createdAt),
    destination: row.destinationID,
    body: { amount: amountToWire(row.amountMinor), currency: row.currency },
    metadata: (row.metadata ?? undefined) as Message.WalletEventMetadata | undefined,
    wallet: row.walletID,
    externalID: row.externalID ?? undefined,
  };
}
