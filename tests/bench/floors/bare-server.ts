import type { AddressInfo } from 'node:net';
import express from 'express';
import { Pool } from 'pg';
import { endWithParent } from './end-with-parent';

/* The floor of the API: Express and `pg` with one prepared statement per request, without authentication and validation. */

const COLUMNS = 'id, shop_id, due_date, amount, currency, product, description, metadata, created_at, status';

const TABLE = `CREATE TABLE bare_invoices (
  id text PRIMARY KEY, shop_id text NOT NULL, due_date timestamptz NOT NULL, amount bigint NOT NULL,
  currency text NOT NULL, product text NOT NULL, description text, metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), status text NOT NULL DEFAULT 'unpaid')`;

const INSERT = {
  name: 'insert',
  text: `INSERT INTO bare_invoices (id, shop_id, due_date, amount, currency, product, description, metadata)
    VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
};

const SELECT = { name: 'select', text: `SELECT ${COLUMNS} FROM bare_invoices WHERE id = $1` };

interface Body {
  shopID: string;
  dueDate: string;
  amount: number;
  currency: string;
  product: string;
  description?: string;
  metadata: object;
}

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
  await pool.query(TABLE);
  const app = express();
  app.use(express.json());
  app.post('/invoices', (request, response, next) => {
    const { shopID, dueDate, amount, currency, product, description, metadata } = request.body as Body;
    pool
      .query({ ...INSERT, values: [shopID, dueDate, amount, currency, product, description, metadata] })
      .then(({ rows }) => response.status(201).json(rows[0]), next);
  });
  app.get('/invoices/:id', (request, response, next) => {
    pool
      .query({ ...SELECT, values: [request.params.id] })
      .then(({ rows }) => (rows[0] ? response.json(rows[0]) : response.status(404).end()), next);
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
}

endWithParent();
void main();
