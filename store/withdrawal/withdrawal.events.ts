import { notFound } from '../../domain/errors/refusal';
import type { WithdrawalEvent } from '../../domain/withdrawal/withdrawal';
import { statement, type Transaction } from '../database';
import { recordChange, type Command } from '../record';
import type { Store } from '../store';
import { withdrawalAnnouncement } from './withdrawal.message';
import type { WithdrawalRow } from './withdrawal.model';
import { getWithdrawalRow } from './withdrawal.queries';

/** What an event's one change says. */
type RecordedChange = Pick<WithdrawalEvent, 'status' | 'failure'>;

/** A withdrawal has two events: it starts, and it ends. */
const NUMBERS = { Pending: 1, Succeeded: 2, Failed: 2 } as const;

/** Appends the event of a withdrawal's present status, with what it announces and commands. */
export async function recordStatus(
  store: Store,
  row: WithdrawalRow,
  { announces, commands }: { announces: readonly string[]; commands?: readonly Command[] },
  tx: Transaction,
): Promise<void> {
  const change: RecordedChange = { status: row.status, failure: row.failure };
  await recordChange(
    store.database,
    {
      subject: { type: 'withdrawal', id: row.id },
      audience: { partyID: row.ownerPartyID, identityID: row.identityID, walletID: row.walletID },
      occurredAt: row.statusChangedAt,
      event: { number: NUMBERS[row.status], changes: [change] },
      announcements: announces.map((eventType) => withdrawalAnnouncement(eventType, row)),
      ...(commands && { commands }),
    },
    tx,
  );
}

const LIST = statement(
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
  const rows = await store.database.run<EventRow>(LIST, [withdrawalID, after, limit]);
  return rows.map(({ eventID, occurredAt, changes: [change] }) => ({ eventID, occurredAt, ...change }));
}

interface EventRow {
  eventID: number;
  occurredAt: Date;
  changes: [RecordedChange];
}

/** One event of a withdrawal. @throws Refusal notFound */
export async function getWithdrawalEvent(
  store: Store,
  { eventID, ...ref }: { withdrawalID: string; partyID: string; eventID: number },
): Promise<WithdrawalEvent> {
  const [event] = await listWithdrawalEvents(store, { ...ref, after: eventID - 1, limit: 1 });
  if (event?.eventID !== eventID) throw notFound('Event');
  return event;
}
