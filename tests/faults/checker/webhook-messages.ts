import type { Check, Evidence, ReceivedMessage, Topic, CheckerViolation } from './evidence';

/** Compares received messages with recorded ones. */

/** Ended entities with the event type of their end, by topic. */
const ENDED: Readonly<Record<Topic, string>> = {
  invoices: `
    SELECT 'invoice/' || id AS subject, '' AS part, t.type FROM invoices,
      LATERAL (VALUES ('InvoiceCreated', true), ('InvoicePaid', status IN ('paid', 'fulfilled')),
        ('InvoiceFulfilled', status = 'fulfilled'), ('InvoiceCancelled', status = 'cancelled')) t (type, holds) WHERE t.holds
    UNION ALL
    SELECT 'invoice/' || invoice_id, id, t.type FROM payments,
      LATERAL (VALUES ('PaymentStarted', true), ('PaymentFailed', status = 'failed'), ('PaymentCancelled', status = 'cancelled'),
        ('PaymentProcessed', status IN ('processed', 'captured', 'cancelled', 'refunded')),
        ('PaymentCaptured', status IN ('captured', 'refunded')),
        ('PaymentRefunded', status = 'refunded')) t (type, holds) WHERE t.holds
    UNION ALL
    SELECT 'invoice/' || invoice_id, payment_id || '.' || id, t.type FROM refunds,
      LATERAL (VALUES ('RefundSucceeded', status = 'succeeded'), ('RefundFailed', status = 'failed')) t (type, holds) WHERE t.holds`,
  customers: `
    SELECT 'customer/' || customer_id AS subject, id AS part,
      CASE status WHEN 'succeeded' THEN 'CustomerBindingSucceeded' ELSE 'CustomerBindingFailed' END AS type
    FROM customer_bindings WHERE status <> 'pending'
    UNION ALL SELECT 'customer/' || id, '', 'CustomerReady' FROM customers WHERE status = 'ready' AND deleted_at IS NULL`,
  withdrawals: `
    SELECT 'withdrawal/' || id AS subject, '' AS part, 'Withdrawal' || status AS type FROM withdrawals WHERE status <> 'Pending'`,
  destinations: `
    SELECT 'destination/' || id AS subject, '' AS part, 'DestinationAuthorized' AS type FROM destinations WHERE status = 'Authorized'`,
};

/** Ends are announced once, subjects are ordered and complete, messages are signed and identical. */
export const webhookMessages: Check = async (evidence) => {
  const taken = evidence.received.filter(({ answered }) => answered === 200);
  return [
    ...signatures(evidence.received),
    ...order(taken),
    ...(await gaps(evidence, taken)),
    ...(await ends(evidence, taken)),
  ];
};

function signatures(received: readonly ReceivedMessage[]): CheckerViolation[] {
  const digests = new Map<string, string>();
  return received.flatMap(({ hook, eventID, isSigned, digest }) => {
    const where = `${hook}, event ${eventID}`;
    const first = digests.get(where) ?? digest;
    digests.set(where, first);
    const changed = { rule: 'a message is always the same', where, found: 'another body' };
    const unsigned = { rule: 'each message is signed by its webhook', where, found: 'the signature does not fit' };
    return [...(first === digest ? [] : [changed]), ...(isSigned ? [] : [unsigned])];
  });
}

/** A first delivery must be newer than all earlier ones; a repeated one is a duplicate. */
function order(taken: readonly ReceivedMessage[]): CheckerViolation[] {
  const seen = new Map<string, { ids: Set<string>; last: bigint }>();
  return taken.flatMap(({ hook, subject, eventID }) => {
    const where = `${hook}, ${subject}`;
    const line = seen.get(where) ?? { ids: new Set(), last: 0n };
    seen.set(where, line);
    if (line.ids.has(eventID)) return [];
    line.ids.add(eventID);
    const isLate = BigInt(eventID) < line.last;
    const found = `event ${eventID} after ${line.last}`;
    if (!isLate) line.last = BigInt(eventID);
    return isLate ? [{ rule: 'events of a subject arrive in order', where, found }] : [];
  });
}

/** Finds messages that were neither delivered nor discarded; only the last ones may be pending. */
async function gaps({ record, webhookIDs }: Evidence, taken: readonly ReceivedMessage[]): Promise<CheckerViolation[]> {
  const hooks = new Map(Object.entries(webhookIDs).map(([hook, id]) => [id, hook]));
  const received = new Set(taken.map(({ hook, eventID }) => `${hook} ${eventID}`));
  const { rows } = await record.query<{ webhook: string; subject: string; event: string; status: string }>(
    `SELECT d.webhook_id AS webhook, d.subject, d.event_id::text AS event, d.status FROM webhook_deliveries d
     WHERE d.webhook_id = ANY ($1) AND d.status <> 'discarded' ORDER BY d.webhook_id, d.subject, d.event_id`,
    [[...hooks.keys()]],
  );
  const waiting = new Set<string>();
  return rows.flatMap(({ webhook, subject, event, status }) => {
    const hook = hooks.get(webhook) ?? webhook;
    const where = `${hook}, ${subject}`;
    const wasReceived = received.has(`${hook} ${event}`);
    if (!wasReceived && status === 'pending') waiting.add(where);
    const isGap = wasReceived ? waiting.has(where) : status === 'delivered';
    const found = wasReceived ? `event ${event} before a pending one` : `event ${event} was never received`;
    return isGap ? [{ rule: 'events of a subject arrive without a gap', where, found }] : [];
  });
}

async function ends(
  { record, faithfulHooks, webhookIDs }: Evidence,
  taken: readonly ReceivedMessage[],
): Promise<CheckerViolation[]> {
  const violations: CheckerViolation[] = [];
  for (const [topic, hooks] of Object.entries(faithfulHooks) as [Topic, readonly string[]][]) {
    const reported = new Map<string, Set<string>>();
    for (const { subject, part, eventType, eventID } of taken.filter(({ hook }) => hooks.includes(hook))) {
      const name = `${subject} ${part} ${eventType}`;
      reported.set(name, (reported.get(name) ?? new Set()).add(eventID));
    }
    const { rows } = await record.query<{ subject: string; part: string; type: string }>(ENDED[topic]);
    const waits = await stillWaiting(
      record,
      hooks.map((hook) => webhookIDs[hook]),
    );
    for (const { subject, part, type } of rows) {
      const times = reported.get(`${subject} ${part} ${type}`)?.size ?? 0;
      if (times === 1 || (times === 0 && waits.has(subject))) continue;
      const where = `${subject} ${part}`.trim();
      violations.push({ rule: 'each terminal state is announced once', where, found: `${type} told ${times} times` });
    }
  }
  return violations;
}

async function stillWaiting(
  record: Evidence['record'],
  webhookIDs: readonly (string | undefined)[],
): Promise<Set<string>> {
  const { rows } = await record.query<{ subject: string }>(
    `SELECT DISTINCT subject FROM webhook_deliveries WHERE status = 'pending' AND webhook_id = ANY ($1)`,
    [webhookIDs],
  );
  return new Set(rows.map(({ subject }) => subject));
}
