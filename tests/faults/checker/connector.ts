import type { ClientBase } from 'pg';
import type { Check, CheckerViolation, StandInEffect } from './evidence';

/** Compares the connector's record with the platform's. */

interface Effects {
  authorised: bigint;
  captured: bigint;
  voided: bigint;
  refunded: bigint;
}

interface EffectRow {
  operation_id: string;
  kind: string;
  amount: string;
  count: string;
}

interface PaymentRow {
  name: string;
  status: string;
  is_decided: boolean;
  amount: string;
  authorised: string;
  refunded: string;
}

/** Operation names such as `payment/<invoice>.<payment>/authorise`, or `/capture/2` for a later attempt. */
const OPERATION =
  /^(payment|refund|binding|withdrawal|payout)\/([^/]+)\/(authorise|capture|void|refund|verify|payOut)(\/\d+)?$/;

/** At most one effect for each operation, no unknown effects, and equal sums. */
export const connector: Check = async ({ record, sandbox, acquirerEffects }) => {
  const { rows } = await sandbox.query<EffectRow>(
    `SELECT operation_id, kind, sum(amount)::text AS amount, count(*)::text AS count FROM effects GROUP BY 1, 2`,
  );
  const effects = [...rows, ...groupEffects(acquirerEffects)];
  const known = await knownEntities(record);
  return [
    ...effects.filter(({ count }) => count !== '1').map(doubled),
    ...effects.filter(({ operation_id: id }) => !known.has(getEntity(id))).map(unknown),
    ...(await paymentsBeside(record, effects)),
    ...(await payoutsBeside(record, effects)),
  ];
};

/** Groups as the query of the sandbox's record does. */
function groupEffects(effects: readonly StandInEffect[]): EffectRow[] {
  const groups = new Map<string, EffectRow>();
  for (const { operationID, kind, amount } of effects) {
    const name = `${kind} ${operationID}`;
    const before = groups.get(name) ?? { operation_id: operationID, kind, amount: '0', count: '0' };
    const sums = { amount: BigInt(before.amount) + BigInt(amount), count: Number(before.count) + 1 };
    groups.set(name, { ...before, amount: String(sums.amount), count: String(sums.count) });
  }
  return [...groups.values()];
}

const doubled = ({ operation_id: where, count }: EffectRow): CheckerViolation => ({
  rule: 'at most one effect of each operation',
  where,
  found: `${count} effects`,
});

const unknown = ({ operation_id: where, amount }: EffectRow): CheckerViolation => ({
  rule: 'no effect without an entity that knows it',
  where,
  found: `an effect of ${amount}`,
});

/** The entity of an operation, `payment/<invoice>.<payment>`. */
function getEntity(operationID: string): string {
  const [, kind, id] = OPERATION.exec(operationID) ?? [];
  return kind === undefined ? `unknown operation: ${operationID}` : `${kind}/${id}`;
}

async function knownEntities(record: ClientBase): Promise<Set<string>> {
  const { rows } = await record.query<{ name: string }>(
    `SELECT 'payment/' || invoice_id || '.' || id AS name FROM payments
     UNION ALL SELECT 'refund/' || invoice_id || '.' || payment_id || '.' || id FROM refunds
     UNION ALL SELECT 'binding/' || customer_id || '.' || id FROM customer_bindings
     UNION ALL SELECT 'withdrawal/' || id FROM withdrawals UNION ALL SELECT 'payout/' || id FROM payouts`,
  );
  return new Set(rows.map(({ name }) => name));
}

const NOTHING: Effects = { authorised: 0n, captured: 0n, voided: 0n, refunded: 0n };

/** Groups effects by payment, including those of its refunds. */
function byPayment(effects: readonly EffectRow[]): Map<string, Effects> {
  const columns: Readonly<Record<string, keyof Effects>> = {
    authorise: 'authorised',
    capture: 'captured',
    void: 'voided',
    refund: 'refunded',
  };
  const sums = new Map<string, Effects>();
  for (const { operation_id: operationID, kind, amount } of effects) {
    const [, of, id = ''] = OPERATION.exec(operationID) ?? [];
    const column = columns[kind];
    if (column === undefined || (of !== 'payment' && of !== 'refund')) continue;
    const payment = id.split('.').slice(0, 2).join('.');
    const sum = sums.get(payment) ?? { ...NOTHING };
    sum[column] += BigInt(amount);
    sums.set(payment, sum);
  }
  return sums;
}

async function paymentsBeside(record: ClientBase, effects: readonly EffectRow[]): Promise<CheckerViolation[]> {
  const sums = byPayment(effects);
  const { rows } = await record.query<PaymentRow>(
    `SELECT p.invoice_id || '.' || p.id AS name, p.status, p.target IS NOT NULL AS is_decided, p.amount::text AS amount,
       p.authorised_amount::text AS authorised,
       coalesce((SELECT sum(r.amount) FROM refunds r
         WHERE r.invoice_id = p.invoice_id AND r.payment_id = p.id AND r.status = 'succeeded'), 0)::text AS refunded
     FROM payments p
     WHERE NOT EXISTS (SELECT FROM refunds r
       WHERE r.invoice_id = p.invoice_id AND r.payment_id = p.id AND r.status = 'pending')`,
  );
  return rows.flatMap((row) => {
    const sum = sums.get(row.name) ?? NOTHING;
    const problem = contradiction(row, sum);
    if (problem === undefined) return [];
    const reported = Object.entries(sum).map(([name, amount]) => `${name} ${amount}`);
    const ours = `${row.status}, ${row.amount} of ${row.authorised}, refunded ${row.refunded}`;
    const rule = `the connector's sums equal ours`;
    return [{ rule, where: row.name, found: `${problem}: ours ${ours}; theirs ${reported.join(', ')}` }];
  });
}

function contradiction(row: PaymentRow, sum: Effects): string | undefined {
  const held = sum.authorised - sum.voided - sum.captured;
  if (sum.captured > sum.authorised) return 'more was captured than authorised';
  if (sum.refunded > sum.captured) return 'more was refunded than captured';
  switch (row.status) {
    case 'pending':
      return sum.captured > 0n ? 'captured before it was authorised' : undefined;
    case 'failed':
    case 'cancelled':
      return held !== 0n || sum.captured > 0n ? 'money is held or taken' : undefined;
    case 'processed':
      if (row.is_decided) return undefined;
      return held !== BigInt(row.authorised) ? 'the hold is not there' : undefined;
    default:
      if (sum.authorised !== BigInt(row.authorised)) return 'another amount was authorised';
      if (sum.captured !== BigInt(row.amount)) return 'another amount was captured';
      return sum.refunded === BigInt(row.refunded) ? undefined : 'another amount was refunded';
  }
}

/** Payouts of shops beside what the ledger took from what the connector owes: nothing for those of a bank. */
async function payoutsBeside(record: ClientBase, effects: readonly EffectRow[]): Promise<CheckerViolation[]> {
  const paidOut = new Map<string, bigint>();
  for (const { kind, operation_id: id, amount } of effects) {
    // The same payout with another key counts again.
    if (kind === 'payOut') paidOut.set(getEntity(id), (paidOut.get(getEntity(id)) ?? 0n) + BigInt(amount));
  }
  const { rows } = await record.query<{ name: string; status: string; amount: string }>(
    `SELECT 'withdrawal/' || id AS name, status, CASE status WHEN 'Succeeded' THEN destination_amount ELSE 0 END::text AS amount
       FROM withdrawals WHERE status <> 'Pending'
     UNION ALL SELECT 'payout/' || p.id, p.status, coalesce((SELECT sum(t.amount) FROM ledger_transfers t
         WHERE t.id = 'payout/' || p.id || '/paid' AND t.credit_account_id LIKE 'connector/' || p.connector || '/%'), 0)::text
       FROM payouts p WHERE p.connector IS NULL OR p.status NOT IN ('pending', 'sent')`,
  );
  return rows
    .map((row) => ({ ...row, theirs: paidOut.get(row.name) ?? 0n }))
    .filter(({ amount, theirs }) => theirs !== BigInt(amount))
    .map(({ name, status, amount, theirs }) => ({
      rule: `the connector's sums equal ours`,
      where: name,
      found: `${status}, ours ${amount}, paid out ${theirs}`,
    }));
}
