import type { MigrationParams } from 'umzug';
import type { QueryInterface } from 'sequelize';

/**
 * What searches ask of payments becomes columns of their own, computed by the database from the payer. Each searched column
 * has an index in the order of a search, so that whatever is asked, the rows of a page lie side by side in some index, and
 * a late page is found like the first one. A fingerprint may be longer than an index entry, so its hash is indexed.
 */
const PAYMENT_COLUMNS: readonly (readonly [column: string, expression: string])[] = [
  ['payer_email', `payer -> 'contactInfo' ->> 'email'`],
  ['payer_ip', `payer -> 'clientInfo' ->> 'ip'`],
  ['payer_fingerprint_hash', `md5(payer -> 'clientInfo' ->> 'fingerprint')`],
  ['customer_id', `payer ->> 'customerID'`],
  ['tool_type', `payer -> 'toolDetails' ->> 'type'`],
  [
    'terminal_provider',
    `CASE payer -> 'toolDetails' ->> 'type' WHEN 'paymentTerminal' THEN payer -> 'toolDetails' ->> 'provider' END`,
  ],
  ['card_payment_system', `payer -> 'toolDetails' ->> 'paymentSystem'`],
  ['card_token_provider', `payer -> 'toolDetails' ->> 'tokenProvider'`],
  ['card_first6', `left(payer -> 'toolDetails' ->> 'bin', 6)`],
  ['card_last4', `right(payer -> 'toolDetails' ->> 'lastDigits', 4)`],
];

const INDEXED = [
  ...PAYMENT_COLUMNS.map(([column]) => column),
  'status',
  'flow',
  'amount',
  'rrn',
  'approval_code',
] as const;

export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  const columns = PAYMENT_COLUMNS.map(
    ([column, expression]) => `ADD COLUMN ${column} text GENERATED ALWAYS AS (${expression}) STORED`,
  );
  const indexes = INDEXED.map(
    (column) =>
      `CREATE INDEX payments_search_${column} ON payments (shop_id, ${column}, created_at, invoice_id, id) WHERE ${column} IS NOT NULL;`,
  );
  await context.sequelize.query(`
    ALTER TABLE payments ${columns.join(', ')};
    ${indexes.join('\n')}
    CREATE INDEX payments_search_id ON payments (shop_id, id, created_at, invoice_id);
    CREATE INDEX payments_search_invoice_id ON payments (shop_id, invoice_id, created_at, id);
    CREATE INDEX invoices_search_status ON invoices (shop_id, status, created_at, id);
    CREATE INDEX invoices_search_amount ON invoices (shop_id, amount, created_at, id);
  `);
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(`
    DROP INDEX invoices_search_amount; DROP INDEX invoices_search_status; DROP INDEX payments_search_invoice_id;
    DROP INDEX payments_search_id;
    ${INDEXED.map((column) => `DROP INDEX payments_search_${column};`).join('\n')}
    ALTER TABLE payments ${PAYMENT_COLUMNS.map(([column]) => `DROP COLUMN ${column}`).join(', ')};
  `);
}
