import { notFound } from '../../../domain/platform/errors/refusal';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { MAX_REPLAYED, assertRange, assertReplayable, type ReplayRange } from '../../../domain/delivery/webhook/replay';
import { auditWithin } from '../../platform/audit/audited';
import { isUniqueViolation, selection, statement } from '../../postgres/database';
import { newId } from '../../id';
import { countReplayed, type ReplayOperator } from '../../operators/operator-command/replay-limits';
import type { Store } from '../../store';

/** Selects one webhook, or all of a party; with both the webhook must belong to the party. */
export type ReplayRequest = ReplayRange &
  ({ webhookID: string; partyID?: string } | { partyID: string }) & {
    /** Of an idempotency key: an order with the id of an earlier one returns that one. */
    replayID?: string;
  };

/** What a replay sends of one webhook. */
export interface ReplayOrderCount {
  webhookID: string;
  subjectCount: number;
  messageCount: number;
}

export interface OrderedReplay {
  /** Null for a dry run, or if no message matches. */
  replayID: string | null;
  subjectCount: number;
  messageCount: number;
  webhooks: ReplayOrderCount[];
}

const FIND_WEBHOOKS = statement<{ webhookID: string }>(
  'replay-webhooks',
  `SELECT id AS "webhookID" FROM webhooks
   WHERE deleted_at IS NULL AND ($1::text IS NULL OR id = $1) AND ($2::text IS NULL OR party_id = $2) ORDER BY id`,
);

const FIND_PARTY = statement<{ partyID: string }>('replay-party', 'SELECT id AS "partyID" FROM parties WHERE id = $1');

/** Bounds the range: later events are not replayed. */
const NEWEST = statement<{ eventID: bigint }>(
  'replay-newest',
  'SELECT coalesce(max(id), 0) AS "eventID" FROM webhook_events',
);

/** The range as a condition on deliveries `d` and events `e`, with the values of `rangeValues`. */
export const IN_RANGE = `d.event_id BETWEEN $2 AND $3 AND d.status <> 'pending'
  AND ($4::timestamptz IS NULL OR e.occurred_at >= $4) AND ($5::timestamptz IS NULL OR e.occurred_at < $5)
  AND ($6::text[] IS NULL OR e.event_type = ANY ($6)) AND ($7::text IS NULL OR d.subject = $7)`;

const CHOSEN = `chosen AS (
  SELECT webhook_id, subject, min(event_id) AS first_event_id, count(*) AS messages
  FROM (
    SELECT d.webhook_id, d.subject, d.event_id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
    WHERE d.webhook_id = ANY ($1::text[]) AND ${IN_RANGE} LIMIT ${MAX_REPLAYED + 1}
  ) few GROUP BY webhook_id, subject
)`;

const COUNTED = `webhook_id AS "webhookID", count(*)::integer AS "subjectCount", sum(messages)::integer AS "messageCount"`;

/** Unnamed, because the best plan depends on the range. */
const COUNT = selection<ReplayOrderCount>(
  'replay-count',
  `WITH ${CHOSEN} SELECT ${COUNTED} FROM chosen GROUP BY webhook_id ORDER BY webhook_id`,
);

const ORDER = selection<ReplayOrderCount>(
  'replay-order',
  `WITH ${CHOSEN}, ordered AS (
     INSERT INTO webhook_replays (id, webhook_id, subject_count, message_count, from_event_id, to_event_id, from_time, to_time,
       event_types)
     SELECT $8, webhook_id, count(*), sum(messages), $2, $3, $4, $5, $6 FROM chosen GROUP BY webhook_id
     RETURNING webhook_id, subject_count, message_count
   ), planned AS (
     INSERT INTO webhook_replay_subjects (replay_id, webhook_id, first_event_id, subject)
     SELECT $8, webhook_id, first_event_id, subject FROM chosen
   )
   SELECT webhook_id AS "webhookID", subject_count AS "subjectCount", message_count AS "messageCount" FROM ordered
   ORDER BY webhook_id`,
);

/** Counts what a replay would send. @throws Refusal notFound, invalidRequest */
export async function countReplay(store: Store, request: ReplayRequest): Promise<OrderedReplay> {
  const values = await readRequest(store, request);
  return counted(null, await store.database.run(COUNT.with(''), values));
}

const FIND_ORDERED = statement<ReplayOrderCount>(
  'replay-ordered',
  `SELECT webhook_id AS "webhookID", subject_count AS "subjectCount", message_count AS "messageCount" FROM webhook_replays
   WHERE id = $1 ORDER BY webhook_id`,
);

/**
 * Plans a replay of delivered and discarded messages, each subject in order. Waiting messages are left, so a repeated order sends only what
 * was delivered since, and an order with the id of an earlier one sends nothing. The worker queues the subjects.
 * @param operator whose limit counts; undefined for a merchant
 * @throws Refusal notFound, invalidRequest, operationNotPermitted
 */
export async function orderReplay(
  store: Store,
  request: ReplayRequest,
  operator?: ReplayOperator,
): Promise<OrderedReplay> {
  const replayID = request.replayID ?? newId();
  const known = await findOrdered(store, replayID);
  if (known) return known;
  const values = await readRequest(store, request);
  try {
    return await planReplay(store, { values, replayID }, operator);
  } catch (error) {
    const first = isUniqueViolation(error, 'webhook_replays_pkey') && (await findOrdered(store, replayID));
    if (!first) throw error;
    return first;
  }
}

async function findOrdered({ database }: Store, replayID: string): Promise<OrderedReplay | undefined> {
  const ordered = await database.run(FIND_ORDERED, [replayID]);
  return ordered.length === 0 ? undefined : counted(replayID, ordered);
}

async function planReplay(
  { database, origin }: Store,
  { values, replayID }: { values: unknown[]; replayID: string },
  operator: ReplayOperator | undefined,
): Promise<OrderedReplay> {
  const webhooks = await database.transaction(async (tx) => {
    const ordered = await database.run(ORDER.with(''), [...values, replayID], tx);
    const subjects = ordered.map(({ webhookID }) => ({ type: 'webhook', id: webhookID, after: { replayID } }) as const);
    await auditWithin(database, origin, subjects, tx);
    const messageCount = ordered.reduce((sum, each) => sum + each.messageCount, 0);
    if (operator && messageCount > 0) await countReplayed(database, { operator, messageCount }, tx);
    return ordered;
  });
  return counted(webhooks.length > 0 ? replayID : null, webhooks);
}

/** Finds the webhooks and fixes the range; the count precedes the writes and refuses what is too large. */
async function readRequest({ database }: Store, request: ReplayRequest): Promise<unknown[]> {
  assertRange(request);
  const webhookID = 'webhookID' in request ? request.webhookID : null;
  const found = await database.run(FIND_WEBHOOKS, [webhookID, request.partyID ?? null]);
  if (webhookID !== null && found.length === 0) throw notFound('Webhook');
  if (webhookID === null && (await database.run(FIND_PARTY, [request.partyID])).length === 0) throw notFound('Party');
  const [newest] = await database.run(NEWEST, []);
  const last = newest?.eventID ?? 0n;
  const { fromTime, toTime, fromEventID = 0n, toEventID = last, eventTypes, subject } = request;
  const values = [
    found.map((webhook) => webhook.webhookID),
    String(fromEventID),
    String(toEventID < last ? toEventID : last),
    rfc3339Text(fromTime) ?? null,
    rfc3339Text(toTime) ?? null,
    eventTypes ?? null,
    subject ?? null,
  ];
  const counts = await database.run(COUNT.with(''), values);
  assertReplayable(counts.reduce((sum, { messageCount }) => sum + messageCount, 0));
  return values;
}

function counted(replayID: string | null, webhooks: ReplayOrderCount[]): OrderedReplay {
  const sum = (of: (count: ReplayOrderCount) => number): number =>
    webhooks.reduce((total, each) => total + of(each), 0);
  return {
    replayID,
    subjectCount: sum(({ subjectCount }) => subjectCount),
    messageCount: sum(({ messageCount }) => messageCount),
    webhooks,
  };
}
