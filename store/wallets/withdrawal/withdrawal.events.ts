import { notFound } from '../../../domain/platform/errors/refusal';
import type { WithdrawalChange, WithdrawalEvent } from '../../../domain/wallets/withdrawal/withdrawal';
import type { WithdrawalTopicEvent } from '../../../webhook-messages/wallets/events';
import { statement } from '../../postgres/database';
import type { Change, Command } from '../../change-log';
import type { Store } from '../../store';
import { withdrawalWebhookMessages } from './withdrawal.message';
import type { WithdrawalRow } from './withdrawal.table';
import { getWithdrawalRow } from './withdrawal.queries';

interface WithdrawalEventInput {
  changes: readonly WithdrawalChange[];
  occurredAt?: Date;
  emits?: readonly WithdrawalTopicEvent['eventType'][];
  commands?: readonly Command[];
}

export function toStatusChange({ status, failure }: WithdrawalRow): WithdrawalChange {
  return { status, failure };
}

/** Builds the change of a withdrawal; its event number is the row's event count. */
export function withdrawalChange(
  row: WithdrawalRow,
  { changes, occurredAt = row.statusChangedAt, emits = [], commands }: WithdrawalEventInput,
): Change {
  return {
    subject: { type: 'withdrawal', id: row.id },
    recipients: { partyID: row.ownerPartyID, identityID: row.identityID, walletID: row.walletID },
    occurredAt,
    event: { number: row.eventCount, changes },
    messages: withdrawalWebhookMessages({ emits }, row),
    ...(commands && { commands }),
  };
}

const LIST = statement<WithdrawalEvent>(
  'withdrawal-events',
  `SELECT number AS "eventID", occurred_at AS "occurredAt", changes FROM events
   WHERE subject_type = 'withdrawal' AND subject_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
);

/** A withdrawal's events after a number, oldest first. @throws Refusal notFound */
export async function listWithdrawalEvents(
  store: Store,
  { withdrawalID, partyID, limit, after }: { withdrawalID: string; partyID: string; limit: number; after: number },
): Promise<WithdrawalEvent[]> {
  await getWithdrawalRow(store.database, { withdrawalID, partyID });
  return store.database.run(LIST, [withdrawalID, after, limit]);
}

/** @throws Refusal notFound */
export async function getWithdrawalEvent(
  store: Store,
  { eventID, ...ref }: { withdrawalID: string; partyID: string; eventID: number },
): Promise<WithdrawalEvent> {
  const [event] = await listWithdrawalEvents(store, { ...ref, after: eventID - 1, limit: 1 });
  if (event?.eventID !== eventID) throw notFound('Event');
  return event;
}
