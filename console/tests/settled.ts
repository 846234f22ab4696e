import { closeBatch } from '../../store/merchants/settlement/batch.close';
import { openStore } from '../../store/store';
import { readOrders, writeStatement } from '../../tests/harness/factories/bank-statement';
import type { CreatedPayment } from '../../tests/harness/factories/payment';
import { httpClient } from '../../tests/harness/http-client';
import { approveThrough } from '../../tests/harness/second-person';
import type { People } from './people';

export const OWN_ACCOUNT = '40702810400000000225';

/** A payment in a closed batch, which is to be paid out. */
export interface ClosedPayment {
  payment: CreatedPayment;
  payoutID: string;
}

export async function closeWithPayment({ shop }: People): Promise<ClosedPayment> {
  const { shopID, platform } = shop;
  const accounts = [{ currency: 'RUB', name: 'АО «Провайдер»', account: { number: OWN_ACCOUNT } }];
  await shop.sql(
    `UPDATE payment_institutions SET terms = terms || jsonb_build_object('payoutAccounts', $1::jsonb) WHERE id = 1`,
    [JSON.stringify(accounts)],
  );
  const payment = await shop.captured({ amount: 88_800 });
  const { ENCRYPTION_KEY = '' } = platform.environment;
  const store = openStore({ DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY }, 2);
  const batch = await closeBatch(store, { shopID, currency: 'RUB', untilDay: '2099-12-31' });
  await store.database.close();
  const [payout] = await shop.sql<{ id: string }>('SELECT id FROM payouts WHERE batch_id = $1', [batch?.id]);
  return { payment, payoutID: payout?.id ?? '' };
}

/** The paths of what a payout has left behind: a file, a statement, a line of the balance, and a shop below zero. */
export interface SettledPaths {
  payout: string;
  line: string;
  file: string;
  statement: string;
}

export async function settle(people: People): Promise<SettledPaths> {
  const { shop, keys } = people;
  const { shopID } = shop;
  const baseUrl = `${shop.platform.apiUrl}/operators/v1`;
  const [first, second] = [keys.finance, keys.approver].map((token) => httpClient({ baseUrl, token }));
  const carryOut = async (type: string, parameters: object): Promise<any> => {
    const requested = await first!.post<any>('/commands', { type, parameters, reason: 'По графику' });
    const ended = await approveThrough(httpClient({ baseUrl: shop.platform.apiUrl, token: keys.approver }), {
      ...{ status: 202, body: requested.body },
    });
    if (ended.state !== 'Succeeded') throw new Error(`${type}: ${JSON.stringify(ended)}`);
    return ended.outcome;
  };
  const { payoutID } = await closeWithPayment(people);
  const debt = { shopID: 'demo-shop-brief-hold', currency: 'RUB', amount: 150_000, direction: 'debit' };
  await carryOut('correctSettlement', { ...debt, text: 'Перерасчёт комиссии' });
  const { fileID } = await carryOut('createBankFile', { paymentInstitutionID: 1, currency: 'RUB', format: 'pain.001' });
  await carryOut('confirmBankFile', { fileID });
  const call = (path: string, body?: string): Promise<Response> =>
    fetch(`${baseUrl}${path}`, {
      ...{ method: body === undefined ? 'GET' : 'POST', ...(body !== undefined && { body }) },
      headers: { Authorization: `Bearer ${keys.finance}`, 'X-Request-ID': `settle-${Date.now()}` },
    });
  const orders = readOrders(await (await call(`/bank-files/${fileID}/content`)).text());
  const unknown = { ...orders[0]!, reference: 'INVOICE-4711' };
  const received = await call('/bank-statements', writeStatement(OWN_ACCOUNT, [...orders, unknown]));
  const { id: statementID } = (await received.json()) as { id: string };
  await carryOut('applyBankStatement', { statementID });
  const { body: payout } = await second!.get<any>(`/payouts/${payoutID}`);
  const query = `currency=RUB&batchID=${payout.batchID}`;
  const { body: lines } = await second!.get<any>(`/shops/${shopID}/balance-transactions?${query}&type=payment`);
  const [{ id, source }] = lines.result;
  return {
    payout: `/payouts/${payoutID}`,
    line: `/payouts/lines/${encodeURIComponent(id)}?shopID=${shopID}&${query}&sourceID=${source.invoiceID}`,
    file: `/payouts/files/${fileID}`,
    statement: `/payouts/statements/${statementID}`,
  };
}
