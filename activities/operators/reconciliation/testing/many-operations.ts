import { Client } from 'pg';
import { DEMO } from '../../../../store/operators/demo/demo';

/** Inserts captured payments into the database and the sandbox. */
export async function fillBothSides(urls: { record: string; sandbox: string }, count: number): Promise<void> {
  await inDatabase(urls.record, async (client) => {
    await client.query(
      `INSERT INTO invoices (id, party_id, shop_id, created_at, due_date, amount, currency, product, metadata, status, status_changed_at)
       SELECT 'many' || n, $1, $2, now(), now() + interval '1 day', 100, 'RUB', 'Many', '{}', 'paid', now()
       FROM generate_series(1, $3::integer) n`,
      [DEMO.partyID, DEMO.shopID, count],
    );
    await client.query(
      `INSERT INTO payments (invoice_id, id, party_id, shop_id, created_at, amount, authorised_amount, currency, flow,
         processing_deadline, payer, status, status_changed_at, connector)
       SELECT 'many' || n, '1', $1, $2, now(), 100, 100, 'RUB', 'instant', now(), '{}', 'captured', now(), 'sandbox'
       FROM generate_series(1, $3::integer) n`,
      [DEMO.partyID, DEMO.shopID, count],
    );
    await client.query(
      `INSERT INTO ledger_accounts (id, kind, currency)
       VALUES ('connector/sandbox/RUB/many', 'connector', 'RUB'), ('shop/many/settlement/RUB', 'settlement', 'RUB')`,
    );
    await client.query(
      `INSERT INTO ledger_transfers (id, kind, pending_id, debit_account_id, credit_account_id, amount, currency, reason)
       SELECT 'payment/many' || n || '.1/' || step, kind,
         CASE WHEN kind = 'post' THEN 'payment/many' || n || '.1/hold' END,
         'connector/sandbox/RUB/many', 'shop/many/settlement/RUB', 100, 'RUB', 'many'
       FROM (VALUES ('hold', 'pending'), ('capture', 'post')) AS steps (step, kind), generate_series(1, $1::integer) n`,
      [count],
    );
  });
  await inDatabase(urls.sandbox, async (client) => {
    await client.query(
      `INSERT INTO operations (operation_id, kind, authorisation_id, request_hash, amount, currency, status, decided_at)
       SELECT 'payment/many' || n || '.1/' || kind, kind,
         CASE WHEN kind = 'capture' THEN 'payment/many' || n || '.1/authorise' END, '\\x00', 100, 'RUB', 'approved', now()
       FROM (VALUES ('authorise'), ('capture')) AS kinds (kind), generate_series(1, $1::integer) n`,
      [count],
    );
    await client.query(
      `INSERT INTO effects (operation_id, authorisation_id, kind, amount)
       SELECT operation_id, coalesce(authorisation_id, operation_id), kind, 100 FROM operations WHERE operation_id LIKE 'payment/many%'`,
    );
  });
}

async function inDatabase(connectionString: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
