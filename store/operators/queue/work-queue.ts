import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { auditWithin } from '../../platform/audit/audited';
import { continuationToken, readContinuationToken } from '../../platform/listing/continuation-token';
import type { Page } from '../../platform/listing/list-page';
import { ANSWER_DEADLINE } from '../../payments/chargeback/chargeback.table';
import { statement } from '../../postgres/database';
import { requireRow } from '../../postgres/require-row';
import { IS_FAILING } from '../recovery/restarts';
import type { Store } from '../../store';
import type { WorkFact } from '../../../domain/operators/queue/work-facts';

/** Lists of what waits for an operator. */
export const WORK_KINDS = [
  'approvals',
  'reviews',
  'chargebacks',
  'endingHolds',
  'payouts',
  'findings',
  'endpoints',
  'destinations',
  'workflows',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** An entity that waits. Lists are ordered by `at`, the oldest or most urgent first. */
export interface WorkItem {
  id: string;
  /** The deadline, or since when it waits. */
  at: Date;
  partyID: string | null;
  shopID: string | null;
  amountMinor: bigint | null;
  currency: string | null;
  fact: WorkFact;
  /** The operator who opened it last. */
  openedBy: string | null;
  openedAt: Date | null;
}

/** Holds that end within this time. */
export const ENDING_WITHIN = `interval '24 hours'`;

interface WorkSource {
  from: string;
  id: string;
  at: string;
  party: string;
  shop?: string;
  amount?: string;
  currency?: string;
  /** The fields of its fact, as arguments of `jsonb_build_object`. */
  fact: string;
}

/** A row for each that waits; the partial index of its state finds it. */
const SOURCES: Readonly<Record<WorkKind, WorkSource>> = {
  reviews: {
    from: `payment_reviews r JOIN payments p ON (p.invoice_id, p.id) = (r.invoice_id, r.payment_id) WHERE r.outcome IS NULL`,
    id: `r.invoice_id || '.' || r.payment_id`,
    at: 'r.deadline',
    party: 'r.party_id',
    shop: 'r.shop_id',
    amount: 'p.amount',
    currency: 'p.currency',
    fact: `'type', 'review', 'rule', r.rule_id, 'tool', p.tool_type, 'email', p.payer #>> '{contactInfo,email}',
      'card', (p.payer #>> '{toolDetails,bin}') || '******' || (p.payer #>> '{toolDetails,lastDigits}')`,
  },
  chargebacks: {
    from: `chargebacks c WHERE c.status = 'pending'`,
    id: `c.invoice_id || '.' || c.payment_id || '.' || c.id`,
    at: ANSWER_DEADLINE,
    party: 'c.party_id',
    shop: 'c.shop_id',
    amount: 'c.body',
    currency: 'c.currency',
    fact: `'type', 'chargeback', 'stage', c.stage, 'reasonCode', c.reason_code, 'account', c.dispute_account,
      'evidenceSentAt', (SELECT to_char(max(e.sent_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM chargeback_evidence e
        WHERE (e.invoice_id, e.payment_id, e.chargeback_id, e.round, e.stage) = (c.invoice_id, c.payment_id, c.id, c.round, c.stage))`,
  },
  endingHolds: {
    from: `payments p WHERE p.status = 'processed' AND p.held_until IS NOT NULL AND p.target IS NULL
      AND p.held_until < now() + ${ENDING_WITHIN}`,
    id: `p.invoice_id || '.' || p.id`,
    at: 'p.held_until',
    party: 'p.party_id',
    shop: 'p.shop_id',
    amount: 'p.authorised_amount',
    currency: 'p.currency',
    fact: `'type', 'endingHold', 'onHoldExpiration', coalesce(p.on_hold_expiration, 'cancel')`,
  },
  payouts: {
    from: `withdrawals w WHERE w.status = 'Pending'`,
    id: 'w.id',
    at: 'w.created_at',
    party: 'w.owner_party_id',
    amount: 'w.amount',
    currency: 'w.currency',
    fact: `'type', 'payout', 'connector', w.connector, 'state', CASE WHEN w.result_due_at < now() THEN 'overdue'
      WHEN w.accepted_at IS NOT NULL THEN 'accepted' END`,
  },
  findings: {
    from: `reconciliation_findings f WHERE f.status IN ('open', 'repairing')`,
    id: 'f.id',
    at: 'f.found_at',
    party: 'NULL::text',
    amount: 'coalesce(f.connector_amount, f.recorded_amount)',
    currency: 'f.currency',
    fact: `'type', 'openFinding', 'connector', f.connector, 'finding', f.kind, 'operationID', f.operation_id`,
  },
  endpoints: {
    from: `(
      SELECT q.webhook_id, count(*) AS subjects, min(q.last_event_id) AS event_id FROM webhook_queues q
      WHERE q.state <> 'ready' GROUP BY q.webhook_id
    ) q JOIN webhooks w ON w.id = q.webhook_id LEFT JOIN webhook_events e ON e.id = q.event_id WHERE w.deleted_at IS NULL`,
    id: 'w.id',
    at: 'coalesce(e.occurred_at, w.created_at)',
    party: 'w.party_id',
    shop: 'w.shop_id',
    fact: `'type', 'endpoint', 'subjects', q.subjects, 'url', w.url`,
  },
  approvals: {
    from: `operator_commands o JOIN operators r ON r.id = o.requested_by WHERE o.state = 'AwaitingApproval' AND o.expires_at > now()`,
    id: 'o.id',
    at: 'o.requested_at',
    party: 'o.party_id',
    amount: 'o.amount',
    currency: 'o.currency',
    fact: `'type', 'approval', 'command', o.type, 'subjectType', o.subject_type, 'subjectID', o.subject_id, 'by', r.name`,
  },
  destinations: {
    from: `destinations d WHERE d.status = 'Unauthorized' AND d.rejected_at IS NULL`,
    id: 'd.id',
    at: 'd.created_at',
    party: 'd.party_id',
    currency: 'd.currency',
    fact: `'type', 'destination', 'resourceType', d.resource_type`,
  },
  workflows: {
    from: `workflow_restarts r WHERE ${IS_FAILING}`,
    id: 'r.workflow_id',
    at: 'r.restarted_at',
    party: 'NULL::text',
    fact: `'type', 'workflow', 'problem', r.reason, 'restarts', r.count`,
  },
};

function rowsOf({ from, id, at, party, shop, amount, currency, fact }: WorkSource): string {
  return `SELECT ${id} AS id, ${at} AS at, ${party} AS "partyID", ${shop ?? 'NULL::text'} AS "shopID",
    ${amount ?? 'NULL::bigint'} AS "amountMinor", ${currency ?? 'NULL::text'} AS currency,
    jsonb_strip_nulls(jsonb_build_object(${fact})) AS fact FROM ${from}`;
}

/** One query for all kinds: only the part of the kind `$1` runs. */
const ANY_KIND = WORK_KINDS.map(
  (kind) => `(SELECT r.* FROM (${rowsOf(SOURCES[kind])}) r WHERE $1::text = '${kind}')`,
).join(' UNION ALL ');

const LIST = statement<WorkItem>(
  'queue-list',
  `SELECT i.id, coalesce(i.at, 'infinity') AS at, i."partyID", i."shopID", i."amountMinor", i.currency, i.fact,
     o.name AS "openedBy", o.occurred_at AS "openedAt"
   FROM (
     SELECT k.* FROM (${ANY_KIND}) k
     WHERE (k.at, k.id) > ($2::timestamptz, $3::text) ORDER BY k.at, k.id LIMIT $4
   ) i LEFT JOIN LATERAL (
     SELECT r.name, a.occurred_at FROM audit_log a JOIN operators r ON r.id = substr(a.caller, length('operator/') + 1)
     WHERE a.subject_type = 'workItem' AND a.subject_id = $1 || '/' || i.id ORDER BY a.id DESC LIMIT 1
   ) o ON true
   ORDER BY i.at, i.id`,
);

const FIND = statement<{ id: string }>('queue-find', `SELECT k.id FROM (${ANY_KIND}) k WHERE k.id = $2 LIMIT 1`);

/** Records that an operator opened an item, so that colleagues see who works on it. @throws Refusal notFound */
export async function recordOpening(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { kind, id }: { kind: WorkKind; id: string },
): Promise<void> {
  requireRow(await database.run(FIND, [kind, id]), 'WorkItem');
  await database.transaction((tx) => auditWithin(database, origin, [{ type: 'workItem', id: `${kind}/${id}` }], tx));
}

export interface WorkRequest {
  kind: WorkKind;
  limit: number;
  continuationToken?: string | undefined;
}

/** @throws Refusal badToken */
export async function listWork(
  { database, encryptionKeys }: Store,
  { kind, limit, continuationToken: token }: WorkRequest,
): Promise<Page<WorkItem>> {
  const name = `queue/${kind}`;
  const after = token === undefined ? undefined : readContinuationToken(token, name, encryptionKeys);
  const start = after ? [rfc3339Text(after.createdAt), after.id] : ['-infinity', ''];
  const found = await database.run(LIST, [kind, ...start, limit + 1]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows };
  return { rows, continuationToken: continuationToken({ createdAt: last.at, id: last.id }, name, encryptionKeys) };
}

/** How many wait, counted up to a limit so that a long queue costs no more, and the first of them. */
export interface WorkCount {
  kind: string;
  count: number;
  firstAt: Date | null;
}

export const MAX_COUNT = 10_000;

const counted = (kind: string, { from, at }: Pick<WorkSource, 'from' | 'at'>): string =>
  `SELECT '${kind}' AS kind, count(*)::integer AS count, min(i.at) AS "firstAt"
   FROM (SELECT ${at} AS at FROM ${from} LIMIT ${MAX_COUNT}) i`;

const COUNTS = statement<WorkCount>(
  'queue-counts',
  WORK_KINDS.map((kind) => counted(kind, SOURCES[kind])).join(' UNION ALL '),
);

export async function countWork({ database }: Pick<Store, 'database'>): Promise<WorkCount[]> {
  return database.run(COUNTS, []);
}
