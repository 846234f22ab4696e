import { Registry } from 'prom-client';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { aPdf } from '../../../tests/harness/factories/document';
import { oneOfEverything } from '../../../tests/harness/factories/everything';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { endTracking } from '../../operators/recovery/tracked-workflows';
import { startAnswer } from './dispute-answer';
import { measureStore } from '../../../worker/store.metrics';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

async function readMetric(): Promise<number | undefined> {
  const registry = new Registry();
  measureStore(registry, api.store);
  return (await registry.getSingleMetric('holdfast_chargebacks_due')?.get())?.values[0]?.value;
}

test('a chargeback counts as due in the three days before its deadline until its documents are sent', async () => {
  const { invoiceID = '', paymentID = '', chargebackID = '' } = await oneOfEverything(api);
  const ref = [invoiceID, paymentID, chargebackID];
  const set = async (columns: string) => {
    const text = `UPDATE chargebacks SET ${columns} WHERE (invoice_id, payment_id, id) = ($1, $2, $3)`;
    await api.store.database.search(text, ref);
  };
  const measure = async (columns: string) => {
    await set(columns);
    return readMetric();
  };
  expect(await measure(`status = 'pending', answer_due_at = now() + interval '73 hours'`)).toBe(0);
  expect(await measure(`answer_due_at = now() - interval '1 minute'`)).toBe(0);
  expect(await measure(`answer_due_at = now() + interval '71 hours'`)).toBe(1);
  expect(await measure(`status = 'rejected'`)).toBe(0);
  // The days of the stage count where the acquirer states no deadline.
  const changed = `status_changed_at = now() - interval '28 days'`;
  expect(await measure(`status = 'pending', stage = 'chargeback', answer_due_at = NULL, ${changed}`)).toBe(1);

  const path = `/v2/processing/invoices/${invoiceID}/payments/${paymentID}/chargebacks/${chargebackID}/evidence`;
  const { merchant } = api.own;
  const added = await merchant.post(`${path}?fileName=act.pdf`, aPdf(), {
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  expect([added.status, await readMetric()]).toEqual([201, 1]);
  expect([(await merchant.post(`${path}/send`)).status, await readMetric()]).toEqual([200, 0]);
  // The acquirer has not taken the answer.
  const { database } = api.store;
  const answer = { invoiceID, paymentID, chargebackID, round: 1, stage: 'chargeback', answer: 'contest' } as const;
  await database.transaction((tx) => startAnswer(database, { ...answer, disputeAccount: 'adyen' }, tx));
  expect(await readMetric()).toBe(1);
  await endTracking(database, workflowIDs.disputeAnswer(answer));
  expect(await readMetric()).toBe(0);
  // The documents of one stage answer no other.
  expect(await measure(`stage = 'arbitration', status_changed_at = now() - interval '8 days'`)).toBe(1);
});
