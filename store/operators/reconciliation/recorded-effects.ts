import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import type { RecordedEffect } from '../../../domain/operators/reconciliation/operation';
import type { Window } from '../../../domain/operators/reconciliation/passes';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { toColumn } from '../../postgres/columns';
import { selection, type Database } from '../../postgres/database';

const PAGE_SIZE = 2_000;

interface EffectRow {
  name: string;
  at: Date;
  attempt: number | null;
}

/** Reads operations from the connector's ledger account. Planned for each call: a plan made on small tables scans large ones. */
const PAGE = selection<EffectRow>(
  'reconciliation-effects',
  `SELECT t.id AS name, t.created_at AS at, p.attempt
   FROM ledger_transfers t
   LEFT JOIN payments p ON t.id LIKE 'payment/%' AND p.invoice_id = split_part(split_part(t.id, '/', 2), '.', 1)
     AND p.id = split_part(split_part(t.id, '/', 2), '.', 2)
   WHERE t.created_at >= $2 AND t.created_at < $3 AND (t.created_at, t.id) > ($4, $5)
     AND (t.debit_account_id LIKE $1 OR t.credit_account_id LIKE $1)
     AND ((t.id LIKE 'payment/%' AND split_part(t.id, '/', 3) IN ('hold', 'capture', 'release'))
       OR (t.id LIKE 'refund/%' AND split_part(t.id, '/', 3) = 'post')
       OR (t.id LIKE 'payout/%' AND split_part(t.id, '/', 3) = 'paid')
       OR (t.id LIKE 'withdrawal/%' AND split_part(t.id, '/', 3) IN ('post', 'exchange-post')))
   ORDER BY t.created_at, t.id LIMIT ${PAGE_SIZE}`,
).with('');

/** Operations of a connector within a window by the ledger, in order of time, in pages. */
export async function* listRecordedEffects(
  database: Database,
  { connector, window }: { connector: string; window: Window },
): AsyncGenerator<RecordedEffect[]> {
  const account = `connector/${connector.replace(/[\\%_]/g, '\\$&')}/%`;
  let after: readonly [string, string] = ['-infinity', ''];
  for (;;) {
    const values = [account, toColumn(window.from), toColumn(window.to), ...after];
    const rows = await database.run(PAGE, values);
    // A refund shared by shops has a transfer for each.
    const effects = new Map(rows.map((row) => [toOperation(row).operationID, toOperation(row)]));
    yield [...effects.values()];
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = [rfc3339Text(last.at), last.name];
  }
}

const STEPS = { hold: 'authorise', capture: 'capture', release: 'void' } as const;

function toOperation({ name, at, attempt }: EffectRow): RecordedEffect {
  const [entity, ids = '', step = ''] = name.split('/');
  if (entity === 'refund') return { operationID: `refund/${ids}/refund`, kind: 'refund', at };
  if (entity === 'withdrawal' || entity === 'payout')
    return { operationID: `${entity}/${ids}/payOut`, kind: 'payOut', at };
  const [invoiceID = '', id = ''] = ids.split('.');
  const kind = STEPS[step as keyof typeof STEPS];
  return { operationID: paymentOperationID({ invoiceID, id, attempt: attempt ?? 1 }, kind), kind, at };
}
