import { randomBytes } from 'node:crypto';
import { freshDatabase } from '../../testing/database';
import { seedReferenceData } from '../../testing/reference-data';
import {
  acceptChargeback,
  createChargeback,
  rejectChargeback,
  reopenChargeback,
} from '../chargeback/chargeback.transitions';
import { DEMO } from '../demo/demo';
import { createInvoice } from '../invoice/invoice.create';
import { createPayment } from '../payment/payment.create';
import { recordAuthorisation, recordCancel, recordCapture } from '../payment/payment.transitions';
import { requestCancel, requestCapture } from '../payment/hold.transitions';
import { openStore, type Store } from '../store';
import { connectorAccount, feeAccount } from './accounts';
import { verifyLedger } from './verify';

let store: Store;
beforeAll(async () => {
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: randomBytes(32).toString('base64') });
  await seedReferenceData(store.database);
});
afterAll(() => store?.database.close());

const MONEY = { amountMinor: 10_000n, currency: 'RUB' };

async function held(): Promise<{ invoiceID: string; paymentID: string; partyID: string }> {
  const dueDate = new Date(Date.now() + 3_600_000);
  const invoice = await createInvoice(store, { ...DEMO, ...MONEY, dueDate, product: 'Чай', metadata: {} });
  const { id } = await createPayment(store, {
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
    processingDeadline: dueDate,
    makeRecurrent: false,
  });
  const ref = { invoiceID: invoice.id, paymentID: id, partyID: DEMO.partyID };
  await recordAuthorisation(store, ref, { connectorReference: 'reference' });
  return ref;
}

async function capture(ref: Awaited<ReturnType<typeof held>>): Promise<void> {
  await requestCapture(store, { ...ref, reason: 'sent' }, {});
  await recordCapture(store, ref);
}

const accountIDs = async (): Promise<string[]> => {
  const rows = await store.database.search<{ id: string }>(
    `SELECT id FROM ledger_accounts WHERE kind = 'provider'`,
    [],
  );
  return rows.map(({ id }) => id);
};

/** Makes the ledger what it was before there were stripes: with one account for each connector and currency. */
async function withoutStripes(): Promise<void> {
  const whole = (column: string): string => `regexp_replace(${column}, '^((provider|platform)/.*)/[0-9][0-9]$', '\\1')`;
  const columns = ['credits_posted', 'debits_posted', 'credits_pending', 'debits_pending'];
  await store.database.transaction(async (tx) => {
    const run = (text: string) => store.database.search(text, [], tx);
    await run('SET LOCAL session_replication_role = replica');
    const sums = columns.map((column) => `sum(${column})`).join(', ');
    await run(`INSERT INTO ledger_accounts (id, kind, currency, may_go_negative, ${columns.join(', ')})
      SELECT ${whole('id')}, kind, currency, may_go_negative, ${sums} FROM ledger_accounts
      WHERE id <> ${whole('id')} GROUP BY 1, 2, 3, 4`);
    await run(`DELETE FROM ledger_accounts WHERE id <> ${whole('id')}`);
    await run(`UPDATE ledger_transfers SET debit_account_id = ${whole('debit_account_id')},
      credit_account_id = ${whole('credit_account_id')}`);
  });
}

test('money that was held before there were stripes ends where it was held', async () => {
  const [captured, cancelled, disputed] = [await held(), await held(), await held()];
  await capture(disputed);
  const claim = { ...disputed, chargebackID: '1' };
  await createChargeback(store, { ...disputed, bodyMinor: 10_000n, levyMinor: 500n, idempotencyKey: 'made' });
  await acceptChargeback(store, { ...claim, idempotencyKey: 'accepted' });
  await withoutStripes();
  expect(await accountIDs()).toEqual(['provider/sandbox/RUB']);
  expect(await verifyLedger(store.database)).toEqual([]);
  await capture(captured);
  await requestCancel(store, { ...cancelled, reason: 'none left' });
  await recordCancel(store, cancelled);
  await reopenChargeback(store, { ...claim, idempotencyKey: 'reopened' });
  await rejectChargeback(store, { ...claim, idempotencyKey: 'rejected' });
  await capture(await held());
  expect(await verifyLedger(store.database)).toEqual([]);
});

test('accounts of a connector and of the platform are striped by id, and an id keeps its stripe', () => {
  const ids = Array.from({ length: 1_000 }, (_, number) => `1m827be4e9276mmcad${number}`);
  for (const account of [connectorAccount.bind(null, 'sandbox'), feeAccount]) {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(account('RUB', id).id, (counts.get(account('RUB', id).id) ?? 0) + 1);
    expect(counts.size).toBe(16);
    expect(Math.max(...counts.values())).toBeLessThan(125);
  }
  expect(connectorAccount('sandbox', 'RUB', '1m827be4e9276mmcaddx').id).toBe('provider/sandbox/RUB/00');
});
