import { randomBytes } from 'node:crypto';
import { Sequelize } from 'sequelize';
import type { Payment } from '../../domain/payment/payment';
import { freshDatabase } from '../../testing/database';
import { seedReferenceData } from '../../testing/reference-data';
import { statement } from '../database';
import { DEMO } from '../demo/demo';
import { createInvoice } from '../invoice/invoice.create';
import { createPayment } from '../payment/payment.create';
import { findPayment } from '../payment/payment.queries';
import { recordAuthorisation } from '../payment/payment.transitions';
import { openStore, type Store } from '../store';
import { down, up } from './2026-11-22-60-record-connectors';

let store: Store;
let sequelize: Sequelize;

beforeAll(async () => {
  const url = await freshDatabase();
  store = openStore({ DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64') }, 4);
  sequelize = new Sequelize(url, { dialect: 'postgres', logging: false });
  await seedReferenceData(store.database);
});

afterAll(async () => {
  await sequelize?.close();
  await store?.database.close();
});

async function takenBy(connector: string): Promise<void> {
  const text = `UPDATE shops SET terms = terms || $2::jsonb WHERE id = $1`;
  const terms = JSON.stringify({ provider: connector, routes: [{ connector }] });
  await store.database.run(statement('test-terms', text), [DEMO.shopID, terms]);
}

async function aPayment(): Promise<Payment> {
  const due = new Date(Date.now() + 3_600_000);
  const money = { amountMinor: 100n, currency: 'RUB' };
  const invoice = await createInvoice(store, { ...DEMO, ...money, dueDate: due, product: 'Чай', metadata: {} });
  return createPayment(store, {
    invoiceID: invoice.id,
    partyID: DEMO.partyID,
    flow: { type: 'hold', onHoldExpiration: 'cancel' },
    payer: {
      type: 'PaymentResourcePayer',
      contactInfo: {},
      paymentSession: 'session',
      toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' },
      toolFingerprint: 'fingerprint',
    },
    encryptedPaymentTool: 'encrypted',
    processingDeadline: due,
    makeRecurrent: false,
  });
}

/** When the migration ran, a connector's account was one row (`provider/<connector>/<currency>`), without a stripe. */
async function holdsOfThen(): Promise<void> {
  const [striped, whole] = [`'^(provider/.+/[A-Z]{3})/\\d+$'`, `'\\1'`];
  await sequelize.query(`
    ALTER TABLE ledger_transfers DISABLE TRIGGER ALL;
    UPDATE ledger_transfers SET debit_account_id = regexp_replace(debit_account_id, ${striped}, ${whole});
    ALTER TABLE ledger_transfers ENABLE TRIGGER ALL;
  `);
}

const getRef = ({ invoiceID, id }: Payment) => ({ invoiceID, paymentID: id });

test('payments of before are given the connector that the ledger knows, or else the one that their shop names', async () => {
  await takenBy('former');
  const [held, asked] = [await aPayment(), await aPayment()];
  await recordAuthorisation(store, getRef(held), { connectorReference: 'reference' });
  const migration = { context: sequelize.getQueryInterface(), name: 'record-connectors' };
  await down(migration);
  await holdsOfThen();
  await takenBy('latter');
  await up(migration);
  expect(await findPayment(store.database, getRef(held))).toMatchObject({ connector: 'former' });
  expect(await findPayment(store.database, getRef(asked))).toMatchObject({ connector: 'latter' });
});
