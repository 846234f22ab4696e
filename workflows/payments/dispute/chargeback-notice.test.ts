import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import type { DisputeNotice } from '../../../domain/payments/dispute/dispute';
import type { Payment } from '../../../domain/payments/payment/payment';
import { DEMO } from '../../../store/operators/demo/demo';
import { countDueChargebacks } from '../../../store/payments/chargeback/chargeback.queries';
import { readChargeback } from '../../../store/payments/chargeback/chargeback.table';
import {
  cancelChargeback,
  createChargeback,
  reopenChargeback,
} from '../../../store/payments/chargeback/chargeback.transitions';
import { recordDisputes } from '../../../store/payments/dispute/dispute-notices';
import { MailServer, readMailBody } from '../../../tests/harness/mail-server';
import { examineHistory } from '../../../tests/harness/workflow-histories';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* Merchants receive notices of chargebacks: real workflows, PostgreSQL and a mail server; days are skipped. */

const CONTACT = 'disputes@shop.example';
const DAY_MS = 86_400_000;

let harness: WorkflowHarness;
const server = new MailServer();
const { mails } = server;

beforeAll(async () => {
  harness = await startWorkflowHarness();
  await server.start();
  await search(
    `UPDATE shops SET terms = terms || '{"settlement": {"contactEmails": ["${CONTACT}"], "timeZone": "Asia/Omsk"}}'
     WHERE id = '${DEMO.shopID}'`,
  );
});
afterAll(async () => {
  await server.stop();
  await harness?.stop();
});
beforeEach(() => {
  mails.splice(0);
  Object.assign(harness.mail, { SMTP_URL: server.url, MAIL_FROM: 'holdfast@pay.example' });
});

const search = (sql: string) => harness.store.database.search<Record<string, unknown>>(sql, []);
const tracked = async () => (await search('SELECT 1 FROM tracked_workflows')).length;
const subjects = () =>
  mails.map(({ source }) => {
    const encoded = [...source.matchAll(/=\?UTF-8\?([QB])\?([^?]+)\?=/gi)];
    return encoded
      .map(([, kind, text = '']) =>
        kind === 'B'
          ? Buffer.from(text, 'base64').toString()
          : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
      )
      .join('');
  });

async function aCaptured(): Promise<Payment> {
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: { type: 'instant' } });
  expect(await harness.readResult(workflowIDs.payment(payment.invoiceID, payment.id))).toBe('captured');
  return payment;
}

let count = 0;
const newKey = () => `notice-${++count}`;

async function aChargeback(answerDueAt: Date | null = null): Promise<Chargeback> {
  const { invoiceID, id: paymentID } = await aCaptured();
  const amounts = { bodyMinor: 10_000n, levyMinor: 0n };
  const dispute = { answerDueAt };
  return createChargeback(harness.store, { invoiceID, paymentID, ...amounts, idempotencyKey: newKey(), dispute });
}

const refOf = ({ invoiceID, paymentID, id }: Chargeback) => ({ invoiceID, paymentID, chargebackID: id });
const inputOf = (chargeback: Chargeback, notice: 'opened' | 'due') => ({
  ...refOf(chargeback),
  ...{ round: chargeback.round, stage: chargeback.stage, notice },
});
const idOf = (chargeback: Chargeback, notice: 'opened' | 'due') =>
  workflowIDs.chargebackNotice(inputOf(chargeback, notice));
const ends = (chargeback: Chargeback, notice: 'opened' | 'due') => harness.readResult(idOf(chargeback, notice));

test('a chargeback is announced once, and its deadline three days before', async () => {
  const due = new Date(Date.now() + 10 * DAY_MS);
  const chargeback = await aChargeback(due);
  expect(await tracked()).toBe(2);
  expect(await ends(chargeback, 'opened')).toBe('sent');
  expect([subjects(), mails[0]?.to]).toEqual([['Открыт чарджбэк'], [CONTACT]]);
  const day = due.toLocaleString('ru-RU', { timeZone: 'Asia/Omsk', day: 'numeric', month: 'long' });
  const body = readMailBody(mails[0]!);
  for (const part of [chargeback.invoiceID, 'Сумма: 100.00 RUB', `до: ${day}`, 'GMT+6', 'добавьте документы'])
    expect(body).toContain(part);
  expect(await tracked()).toBe(1);

  await harness.environment.sleep(6 * DAY_MS);
  expect(mails).toHaveLength(1);
  expect(await ends(chargeback, 'due')).toBe('sent');
  const sentAt = (await harness.now()).getTime();
  expect(Math.abs(due.getTime() - 3 * DAY_MS - sentAt)).toBeLessThan(DAY_MS);
  expect([subjects()[1], await tracked()]).toEqual(['Истекает срок документов по чарджбэку', 0]);
  for (const notice of ['opened', 'due'] as const)
    await examineHistory(harness.environment.client.workflow.getHandle(idOf(chargeback, notice)));

  // What the sweeper or an attacker starts again sends nothing.
  await harness.startAgain('chargebackNotice', idOf(chargeback, 'due'), inputOf(chargeback, 'due'));
  expect(await ends(chargeback, 'due')).toBe('sentBefore');
  expect(mails).toHaveLength(2);
});

test('a message whose answer is lost is sent again under the same Message-ID', async () => {
  server.losesAnswer = true;
  expect(await ends(await aChargeback(), 'opened')).toBe('sent');
  const ids = mails.map(({ source }) => /^message-id:\s*(<[^>]+>)/im.exec(source)?.[1]);
  expect(ids).toEqual([expect.stringMatching(/^<chargeback-notice\.[0-9a-f]{32}@pay\.example>$/), ids[0]]);
});

test('a reminder that waits is no answer that the acquirer has not taken', async () => {
  const chargeback = await aChargeback(new Date(Date.now() + 2 * DAY_MS));
  const { invoiceID, paymentID, id, round, stage } = chargeback;
  const before = await countDueChargebacks(harness.store.database);
  await search(
    `INSERT INTO chargeback_evidence (invoice_id, payment_id, chargeback_id, id, round, stage, state, file_name, format, size_bytes,
       sha256, added_by, added_at, state_changed_at, sent_by, sent_at)
     VALUES ('${invoiceID}', '${paymentID}', '${id}', 'e${invoiceID}', ${round}, '${stage}', 'stored', 'a.pdf', 'pdf', 1, '${'0'.repeat(64)}',
       'apiKey/1', now(), now(), 'apiKey/1', now())`,
  );
  expect(await countDueChargebacks(harness.store.database)).toBe(before - 1);
  expect(await ends(chargeback, 'due')).toBe('notNeeded');
});

test('a decided chargeback is not reminded of, and its next stage is announced again', async () => {
  const first = await aChargeback();
  expect(await ends(first, 'opened')).toBe('sent');
  await cancelChargeback(harness.store, { ...refOf(first), idempotencyKey: newKey() });
  expect(await ends(first, 'due')).toBe('notNeeded');
  const next = await reopenChargeback(harness.store, { ...refOf(first), idempotencyKey: newKey() });
  expect([await ends(next, 'opened'), await ends(next, 'due')]).toEqual(['sent', 'sent']);
  // Reminders of other tests come as time is skipped.
  expect(mails.filter((mail) => readMailBody(mail).includes(first.invoiceID))).toHaveLength(3);
});

test('a deadline that the acquirer brings forward is kept, also when it moves the dispute to the next stage', async () => {
  const payment = await aCaptured();
  const disputeReference = newKey();
  const operationID = `payment/${payment.invoiceID}.${payment.id}/capture`;
  const state = async (event: 'opened' | 'updated', fields: Partial<DisputeNotice>) => {
    const statement = { id: newKey(), disputeReference, event, operationID, statedAt: new Date() };
    await recordDisputes(harness.store, 'sandbox', [{ ...statement, ...fields }]);
    const [row] = await search(`SELECT id FROM dispute_notices ORDER BY received_at DESC LIMIT 1`);
    expect(await harness.readResult(workflowIDs.dispute(String(row?.['id'])))).toBe('applied');
  };
  const money = { amountMinor: 10_000n, currency: 'RUB' };
  const inDays = async (days: number) => new Date((await harness.now()).getTime() + days * DAY_MS);
  await state('opened', { ...money, answerDueAt: await inDays(40) });
  const ref = { invoiceID: payment.invoiceID, paymentID: payment.id, chargebackID: '1' };
  const read = async () => (await readChargeback(harness.store.database, ref))!;
  const opened = await read();
  expect(await ends(opened, 'opened')).toBe('sent');
  const due = await inDays(10);
  await state('updated', { answerDueAt: due });
  expect(await ends(opened, 'due')).toBe('sent');
  expect((await harness.now()).getTime()).toBeLessThan(due.getTime() - DAY_MS);
  await state('updated', { stage: 'pre-arbitration' });
  const next = await read();
  expect(next).toMatchObject({ round: 1, stage: 'pre-arbitration' });
  expect(await ends(next, 'opened')).toBe('sent');
});

test('nothing is sent without a mail server or an address', async () => {
  harness.mail.SMTP_URL = undefined;
  const unset = await aChargeback();
  expect([await ends(unset, 'opened'), await ends(unset, 'due')]).toEqual(['notConfigured', 'notConfigured']);
  harness.mail.SMTP_URL = server.url;
  await search(`UPDATE shops SET terms = terms #- '{settlement,contactEmails}'`);
  expect(await ends(await aChargeback(), 'opened')).toBe('noAddress');
  expect(mails).toEqual([]);
});
