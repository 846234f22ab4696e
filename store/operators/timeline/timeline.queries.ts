import type {
  TimelineCommand,
  TimelineConnectorAttempt,
  TimelineDelivery,
  TimelineEvent,
  TimelineTransfer,
} from '../../../domain/operators/timeline/timeline';
import type { RecordedSubject } from '../../../domain/operators/timeline/target';
import { statement, type Database } from '../../postgres/database';
import { listBy } from '../../postgres/readers';

/** Maximum entries of a kind; the oldest are shown, and that there are more. */
export const MAX_ROWS = 2_000;

const EVENTS = statement<TimelineEvent>(
  'timeline-events',
  `SELECT number, occurred_at AS "occurredAt", changes FROM events
   WHERE subject_type = $1 AND subject_id = $2 ORDER BY number LIMIT ${MAX_ROWS}`,
);

export const listTimelineEvents = listBy(EVENTS, 'type', 'id');

const COMMANDS = statement<TimelineCommand>(
  'timeline-operator-commands',
  `SELECT c.id, c.type, c.state, c.amount AS "amountMinor", c.currency, c.reason, r.name AS "requesterName",
     c.requested_role AS "requestedRole", c.requested_at AS "requestedAt", c.expires_at AS "expiresAt",
     d.name AS "deciderName", c.decided_at AS "decidedAt", c.decision_reason AS "decisionReason",
     c.finished_at AS "finishedAt", c.failure, c.failure_code AS "failureCode"
   FROM unnest($1::text[], $2::text[]) AS subject (type, id)
   JOIN operator_commands c ON c.subject_type = subject.type AND c.subject_id = subject.id
   JOIN operators r ON r.id = c.requested_by LEFT JOIN operators d ON d.id = c.decided_by
   ORDER BY c.id LIMIT ${MAX_ROWS}`,
);

/** Commands of operators about any of the entities. */
export async function listTimelineCommands(
  database: Database,
  entities: readonly { type: string; id: string }[],
): Promise<TimelineCommand[]> {
  return database.run(COMMANDS, [entities.map(({ type }) => type), entities.map(({ id }) => id)]);
}

/** Uses two index scans, because one query with OR would scan the whole ledger. */
const TRANSFERS = statement<TimelineTransfer>(
  'timeline-transfers',
  `WITH named AS (
     SELECT id FROM ledger_transfers WHERE id = ANY ($1::text[])
     UNION SELECT id FROM ledger_transfers WHERE pending_id = ANY ($1::text[])
   )
   SELECT t.id, t.kind, t.debit_account_id AS "debitAccountID", t.credit_account_id AS "creditAccountID",
     t.amount AS "amountMinor", t.currency, t.reason, t.created_at AS "createdAt"
   FROM named n JOIN ledger_transfers t ON t.id = n.id ORDER BY t.created_at, t.id LIMIT ${MAX_ROWS}`,
);

/** Transfers by id, and those that resolve them. */
export async function listTransfers(database: Database, names: readonly string[]): Promise<TimelineTransfer[]> {
  return names.length === 0 ? [] : database.run(TRANSFERS, [names]);
}

interface PaymentAttempt extends Omit<TimelineConnectorAttempt, 'fee'> {
  number: number;
  connectorFeeMinor: bigint | null;
  currency: string;
}

const ATTEMPTS = statement<PaymentAttempt>(
  'timeline-connector-attempts',
  `SELECT a.number, a.connector, a.operation_id AS "operationID", a.reason, a.outcome, a.answer,
     a.started_at AS "startedAt", a.ended_at AS "endedAt", CASE WHEN a.number = 1 THEN p.routing END AS routing,
     CASE WHEN a.outcome = 'approved' THEN p.connector_fee END AS "connectorFeeMinor", p.currency
   FROM payment_attempts a JOIN payments p ON (p.invoice_id, p.id) = (a.invoice_id, a.payment_id)
   WHERE a.invoice_id = $1 AND a.payment_id = $2 ORDER BY a.number LIMIT ${MAX_ROWS}`,
);

export async function listConnectorAttempts(
  database: Database,
  ref: { invoiceID: string; paymentID: string },
): Promise<TimelineConnectorAttempt[]> {
  const attempts = await database.run(ATTEMPTS, [ref.invoiceID, ref.paymentID]);
  return attempts.map(({ connectorFeeMinor: amountMinor, currency, ...attempt }) => ({
    ...attempt,
    fee: amountMinor === null ? null : { amountMinor, currency },
  }));
}

export interface RecordedDelivery extends TimelineDelivery {
  paymentID: string | null;
  refundID: string | null;
}

const ANSWER_LENGTH = 200;

const DELIVERIES = statement<RecordedDelivery>(
  'timeline-deliveries',
  `SELECT d.webhook_id AS "webhookID", e.id AS "eventID", e.event_type AS "eventType", e.occurred_at AS "occurredAt",
     d.status AS delivery, d.discard_reason AS "discardReason", d.finished_at AS "finishedAt", a.number,
     a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.status, a.error,
     left(a.answer, ${ANSWER_LENGTH}) AS answer,
     e.body::jsonb #>> '{payment,id}' AS "paymentID", e.body::jsonb #>> '{refund,id}' AS "refundID"
   FROM webhooks w
   JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.subject = $2
   JOIN webhook_events e ON e.id = d.event_id
   LEFT JOIN webhook_attempts a ON a.webhook_id = d.webhook_id AND a.event_id = d.event_id
   WHERE w.party_id = $1 ORDER BY e.id, d.webhook_id, a.number LIMIT ${MAX_ROWS}`,
);

/** Webhook deliveries of a subject with all attempts, including deleted webhooks. */
export async function listDeliveries(
  database: Database,
  { partyID, subject }: { partyID: string; subject: RecordedSubject },
): Promise<RecordedDelivery[]> {
  return database.run(DELIVERIES, [partyID, `${subject.type}/${subject.id}`]);
}

const OWNERS = statement<{ partyID: string }>(
  'timeline-owner',
  `SELECT party_id AS "partyID" FROM invoices WHERE $1 = 'invoice' AND id = $2
   UNION ALL SELECT party_id FROM customers WHERE $1 = 'customer' AND id = $2
   UNION ALL SELECT party_id FROM deposits WHERE $1 = 'deposit' AND id = $2
   UNION ALL SELECT party_id FROM destinations WHERE $1 = 'destination' AND id = $2
   UNION ALL SELECT party_id FROM payouts WHERE $1 = 'payout' AND id = $2
   UNION ALL SELECT owner_party_id FROM withdrawals WHERE $1 = 'withdrawal' AND id = $2`,
);

/** The party that receives webhooks of a subject; undefined if the subject does not exist. */
export async function findOwner(database: Database, { type, id }: RecordedSubject): Promise<string | undefined> {
  const [owner] = await database.run(OWNERS, [type, id]);
  return owner?.partyID;
}
