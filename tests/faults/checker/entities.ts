import { ask, type Acknowledged, type Check, type Evidence, type Question, type CheckerViolation } from './evidence';

/** Acknowledged entities exist once, and ended ones stay as they ended. */

const NAMED: Readonly<Record<string, string>> = {
  invoices: `external_id_scope`,
  payments: `external_id_scope`,
  refunds: `external_id`,
  customers: `coalesce(deleted_at::text, '')`,
  customer_bindings: `external_id_scope`,
  identities: `external_id`,
  wallets: `external_id`,
  destinations: `external_id`,
  withdrawals: `external_id`,
  w2w_transfers: `external_id`,
};

const ONE_EACH: readonly Question[] = Object.entries(NAMED).map(([table, scope]) => ({
  rule: 'one entity for each external id',
  text: `SELECT format('%s %s', '${table}', external_id) AS "where", format('%s of them', count(*)) AS found
    FROM ${table} WHERE external_id IS NOT NULL GROUP BY party_id, external_id, ${scope} HAVING count(*) > 1`,
}));

/** Allowed status changes of a payment. */
const STEPS = ['pending>processed', 'pending>failed', 'processed>captured', 'processed>cancelled']
  .concat(['captured>refunded', 'captured>charged_back', 'charged_back>captured', 'refunded>captured'])
  .map((step) => `'${step}'`)
  .join(', ');

const HISTORIES: readonly Question[] = [
  {
    rule: 'events of a subject are numbered without a gap',
    text: `SELECT subject_type || '/' || subject_id AS "where", format('%s events, numbers %s to %s', count(*), min(number), max(number)) AS found
      FROM events GROUP BY subject_type, subject_id HAVING count(*) <> max(number) OR min(number) <> 1`,
  },
  ...['invoice', 'customer', 'withdrawal'].map((subject) => ({
    rule: 'events of a subject are numbered without a gap',
    text: `SELECT '${subject}/' || id AS "where", format('%s events, the last is number %s', event_count, last) AS found
      FROM ${subject}s, LATERAL (
        SELECT coalesce(max(number), 0) AS last FROM events WHERE subject_type = '${subject}' AND subject_id = id::text
      ) AS events
      WHERE last <> event_count`,
  })),
  {
    rule: 'nothing leaves a terminal state',
    text: `WITH told AS (
        SELECT e.subject_id AS invoice, c ->> 'paymentID' AS payment, c ->> 'status' AS status, e.number, place,
          lag(c ->> 'status', 1, 'pending') OVER (PARTITION BY e.subject_id, c ->> 'paymentID' ORDER BY e.number, place) AS before
        FROM events e CROSS JOIN LATERAL jsonb_array_elements(e.changes) WITH ORDINALITY AS changes (c, place)
        WHERE e.subject_type = 'invoice' AND c ->> 'changeType' = 'PaymentStatusChanged'
      )
      SELECT invoice || '.' || payment AS "where", before || '>' || status AS found FROM told
      WHERE before || '>' || status NOT IN (${STEPS})`,
  },
  {
    rule: 'a payment is where its last event says',
    text: `WITH told AS (
        SELECT DISTINCT ON (e.subject_id, c ->> 'paymentID') e.subject_id AS invoice, c ->> 'paymentID' AS payment, c ->> 'status' AS status
        FROM events e CROSS JOIN LATERAL jsonb_array_elements(e.changes) WITH ORDINALITY AS changes (c, place)
        WHERE e.subject_type = 'invoice' AND c ->> 'changeType' = 'PaymentStatusChanged'
        ORDER BY e.subject_id, c ->> 'paymentID', e.number DESC, place DESC
      )
      SELECT p.invoice_id || '.' || p.id AS "where", format('is %s, told %s', p.status, t.status) AS found
      FROM payments p LEFT JOIN told t ON t.invoice = p.invoice_id AND t.payment = p.id
      WHERE p.status <> coalesce(t.status, 'pending')`,
  },
];

/** Ended entities with their results; a paid invoice may still be fulfilled. */
const ENDS = `
  SELECT 'payment/' || invoice_id || '.' || id AS name, status FROM payments WHERE status IN ('failed', 'cancelled')
  UNION ALL SELECT 'invoice/' || id, status FROM invoices WHERE status IN ('cancelled', 'fulfilled')
  UNION ALL SELECT 'refund/' || invoice_id || '.' || payment_id || '.' || id, status FROM refunds WHERE status <> 'pending'
  UNION ALL SELECT 'binding/' || customer_id || '.' || id, status FROM customer_bindings WHERE status <> 'pending'
  UNION ALL SELECT 'withdrawal/' || id, status FROM withdrawals WHERE status <> 'Pending'
  UNION ALL SELECT 'transfer/' || id, status FROM w2w_transfers WHERE status <> 'Pending'
  UNION ALL SELECT 'command/' || id, state FROM operator_commands WHERE state NOT IN ('AwaitingApproval', 'Approved')`;

/** External ids are unique, event histories are complete, and acknowledged entities exist. */
export const entities: Check = async (evidence) => [
  ...(await ask(evidence.record, [...ONE_EACH, ...HISTORIES])),
  ...(await endsKept(evidence)),
  ...answeredTwice(evidence.acknowledged),
  ...(await acknowledgedLost(evidence)),
  ...(await decisionsUndone(evidence)),
];

/** Compares ended entities with those of earlier checks. */
async function endsKept({ record, ends }: Evidence): Promise<CheckerViolation[]> {
  const { rows } = await record.query<{ name: string; status: string }>(ENDS);
  const now = new Map(rows.map(({ name, status }) => [name, status]));
  const left = [...ends].filter(([name, status]) => now.get(name) !== status);
  for (const [name, status] of now) ends.set(name, ends.get(name) ?? status);
  const rule = 'nothing leaves a terminal state';
  return left.map(([name, status]) => ({ rule, where: name, found: `was ${status}, is ${now.get(name) ?? 'open'}` }));
}

/** A repeated call with one external id must return one id. */
function answeredTwice(acknowledged: readonly Acknowledged[]): CheckerViolation[] {
  const ids = new Map<string, Set<string>>();
  for (const { kind, externalID, id } of acknowledged) {
    const name = `${kind} ${externalID}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(id));
  }
  return [...ids]
    .filter(([, each]) => each.size > 1)
    .map(([where, each]) => ({ rule: 'one entity for each external id', where, found: [...each].join(' and ') }));
}

/** Statements that find an acknowledged id. */
const FOUND: Readonly<Record<Acknowledged['kind'], string>> = {
  invoice: `SELECT id AS name FROM invoices`,
  payment: `SELECT invoice_id || '.' || id AS name FROM payments`,
  refund: `SELECT invoice_id || '.' || payment_id || '.' || id AS name FROM refunds`,
  customer: `SELECT id AS name FROM customers`,
  binding: `SELECT customer_id || '.' || id AS name FROM customer_bindings`,
  withdrawal: `SELECT id AS name FROM withdrawals`,
  destination: `SELECT id AS name FROM destinations`,
  transfer: `SELECT id AS name FROM w2w_transfers`,
  command: `SELECT id AS name FROM operator_commands`,
};

async function acknowledgedLost({ record, acknowledged }: Evidence): Promise<CheckerViolation[]> {
  const violations: CheckerViolation[] = [];
  for (const [kind, text] of Object.entries(FOUND)) {
    const promised = acknowledged.filter((each) => each.kind === kind);
    if (promised.length === 0) continue;
    const { rows } = await record.query<{ name: string }>(text);
    const there = new Set(rows.map(({ name }) => name));
    const lost = promised.filter(({ id }) => !there.has(id));
    violations.push(
      ...lost.map(({ id, externalID }) => ({
        rule: 'what was acknowledged is there',
        where: `${kind} ${id}`,
        found: `answered for ${externalID}, and lost`,
      })),
    );
  }
  return violations;
}

/** A decision accepted at the first attempt must be carried out. */
async function decisionsUndone({ record, decided }: Evidence): Promise<CheckerViolation[]> {
  const { rows } = await record.query<{ name: string; status: string }>(
    `SELECT invoice_id || '.' || id AS name, status FROM payments WHERE status NOT IN ('pending', 'processed')`,
  );
  const statuses = new Map(rows.map(({ name, status }) => [name, status]));
  const allowed = { captured: ['captured', 'refunded', 'charged_back'], cancelled: ['cancelled'] };
  return decided
    .map((each) => ({ ...each, status: statuses.get(each.payment) ?? 'open' }))
    .filter(({ decision, status }) => !allowed[decision].includes(status))
    .map(({ payment, decision, status }) => ({
      rule: 'an accepted decision is carried out',
      where: payment,
      found: `accepted as ${decision}, is ${status}`,
    }));
}
