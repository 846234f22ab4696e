import { selection, statement, type Database, type Statement } from '../../../store/postgres/database';
import { listing } from '../../../store/platform/listing/list-page';

// Statements for the tests of the check, which hold the expected faults. They are never run.

statement<{ id: string; amountMinor: bigint; externalID: string | null; createdAt: Date; paymentID: string | null }>(
  'right',
  `SELECT i.id, i.amount AS "amountMinor", i.external_id AS "externalID", i.created_at AS "createdAt", p.id AS "paymentID"
   FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id WHERE i.id = $1`,
);
statement<{ status: 'unpaid' | 'cancelled' | 'paid' | 'fulfilled'; cart: { product: string }[] | null }>(
  'right-literals',
  'SELECT status, cart FROM invoices',
);
statement('right-without-rows', 'UPDATE invoices SET reason = $2 WHERE id = $1 RETURNING id');

statement<{ identifier: string }>('wrong-name', 'SELECT id FROM invoices');
statement<{ id: string }>('wrong-column', 'SELECT identifier AS id FROM invoices');
statement<{ amountMinor: number }>('wrong-amount', 'SELECT amount AS "amountMinor" FROM invoices');
statement<{ createdAt: string }>('wrong-date', 'SELECT created_at AS "createdAt" FROM invoices');
statement<{ taken: bigint }>('wrong-sum', 'SELECT coalesce(sum(amount), 0) AS taken FROM invoices');
statement<{ cart: { at: Date }[] | null }>('wrong-json', 'SELECT cart FROM invoices');
statement<{ status: 'unpaid' | 'paid' }>('wrong-literals', 'SELECT status FROM invoices');
statement<{ externalID: string }>('wrong-null', 'SELECT external_id AS "externalID" FROM invoices');
statement<{ id: string | null }>('wrong-never-null', 'SELECT id FROM invoices');
statement<{ id: string; paymentID: string }>(
  'wrong-outer-join',
  'SELECT i.id, p.id AS "paymentID" FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id',
);
statement<{ reason?: string }>('wrong-undefined', 'SELECT reason FROM invoices');

selection<{ id: bigint }>('wrong-selection', 'SELECT id FROM invoices');
listing<{ id: string; createdAt: Date; shop: string }>({
  name: 'wrong-listing',
  select: 'SELECT id, created_at AS "createdAt" FROM invoices',
  order: { createdAt: 'created_at', id: 'id' },
  owners: ['party_id = ?'],
});

statement('twice', 'SELECT 1');
statement('twice', 'SELECT 1');

const inferred: Statement<{ id: string }> = statement('wrong-inferred', 'SELECT id FROM invoices');

/** Bypasses the check. */
async function bypass(database: Database): Promise<unknown[]> {
  return [
    await database.run<{ id: string }>(inferred, []),
    await database.search<{ id: string }>('SELECT id FROM invoices', []),
  ];
}

void bypass;
