import { Client } from 'pg';
import { Database } from '../../../store/postgres/database';
import { verifyLedger } from '../../../store/ledger/verify';
import type { Platform } from '../../harness/platform';
import type { BenchResult } from '../bench';
import type { MeasuredLifecycle } from './lifecycles';

/** Checks in the database, the ledger and the sandbox that each payment happened once. */
export async function doneOnce(platform: Platform, lived: readonly MeasuredLifecycle[]): Promise<BenchResult[]> {
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  const text = `SELECT count(*)::integer AS count FROM payments p WHERE status = 'captured' AND p.invoice_id = ANY ($1)
    AND (
      SELECT array_agg(change ->> 'status' ORDER BY e.number)
      FROM events e CROSS JOIN LATERAL jsonb_array_elements(e.changes) change
      WHERE e.subject_type = 'invoice' AND e.subject_id = p.invoice_id AND change ->> 'changeType' = 'PaymentStatusChanged'
    ) = ARRAY['processed', 'captured']`;
  const { rows } = await client.query<{ count: number }>(text, [lived.map(({ invoiceID }) => invoiceID)]);
  await client.end();
  const database = new Database({ url: platform.databaseUrl, poolSize: 1 });
  const faults = await verifyLedger(database).finally(() => database.close());
  const effects = await Promise.all(lived.map((payment) => readEffects(platform, payment)));
  const once = effects.filter((each) => each.join() === '1,1').length;
  const all = lived.length;
  return [
    aim({ name: 'captured once in the record', once: rows[0]?.count ?? 0, all }),
    aim({ name: 'taken once at the sandbox', once, all }),
    { name: 'ledger verify', found: faults.length === 0 ? 'holds' : JSON.stringify(faults.slice(0, 3)) },
  ];
}

function aim({ name, once, all }: { name: string; once: number; all: number }): BenchResult {
  return { name, found: `${once} of ${all}`, aim: { text: 'all', isReached: once === all } };
}

/** The number of captures at the sandbox. */
async function readEffects({ sandboxUrl }: Platform, { invoiceID, paymentID }: MeasuredLifecycle): Promise<number[]> {
  const steps = ['authorise', 'capture'].map(async (step) => {
    const name = encodeURIComponent(`payment/${invoiceID}.${paymentID}/${step}`);
    const answer = await fetch(`${sandboxUrl}/operations/${name}`);
    return ((await answer.json()) as { effects: number }).effects;
  });
  return Promise.all(steps);
}
