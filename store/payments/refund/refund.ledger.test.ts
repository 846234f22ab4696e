import { freshDatabase } from '../../../tests/harness/database';
import { Refusal } from '../../../domain/platform/errors/refusal';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund } from '../../../domain/payments/refund/refund';
import { connectorAccount, earningsAccount, settlementAccountIDs } from '../../platform/ledger/accounts';
import { move, openAccounts, post, readBalance } from '../../platform/ledger/ledger';
import { verifyLedger } from '../../platform/ledger/verify';
import { Database } from '../../postgres/database';
import { holdRefund } from './refund.ledger';

let database: Database;
beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 16 });
});
afterAll(() => database?.close());

test('concurrent refunds of payments in different stripes never exceed what the shop has', async () => {
  const invoiceIDs = Array.from({ length: 24 }, (_, number) => `1m827be4e9276mmcad${number}`);
  const earned = invoiceIDs.slice(0, 5).map((invoiceID) => {
    const [debit, credit] = [connectorAccount('sandbox', 'RUB', invoiceID), earningsAccount('shop', 'RUB', invoiceID)];
    return { invoiceID, accounts: [debit, credit], sides: { debitAccountID: debit.id, creditAccountID: credit.id } };
  });
  await openAccounts(
    database,
    earned.flatMap(({ accounts }) => accounts),
  );
  const movements = earned.map(({ invoiceID, sides }) =>
    post({ id: `earned/${invoiceID}`, ...sides, amountMinor: 100n, currency: 'RUB', reason: 'test' }),
  );
  await database.transaction((tx) => move(database, movements, tx));
  const results = await Promise.allSettled(
    invoiceIDs.map(async (invoiceID) => {
      const parts = [{ shopID: 'shop', amount: 60 }];
      const refund = { invoiceID, paymentID: '1', id: '1', currency: 'RUB', parts } as unknown as Refund;
      const payment = { connector: 'sandbox' } as Payment;
      await database.transaction((tx) => holdRefund(database, { payment, refund, terms: {} }, tx));
    }),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refusal);
  expect(await readBalance(database, settlementAccountIDs('shop', 'RUB'))).toEqual({ own: 500n, available: 20n });
  const faults = await verifyLedger(database);
  expect(faults.filter(({ rule }) => !/refund/.test(rule))).toEqual([]);
});
