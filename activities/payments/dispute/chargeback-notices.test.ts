import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import type { DisputeNotice } from '../../../domain/payments/dispute/dispute';
import { mailCheck } from '../../../operators/doctor/mail.check';
import { createLogger } from '../../../runtime/logger';
import { DEMO } from '../../../store/operators/demo/demo';
import { claimDueNotices } from '../../../store/payments/chargeback/chargeback-notice';
import { countDueChargebacks } from '../../../store/payments/chargeback/chargeback.queries';
import {
  cancelChargeback,
  createChargeback,
  reopenChargeback,
} from '../../../store/payments/chargeback/chargeback.transitions';
import { recordDisputes } from '../../../store/payments/dispute/dispute-notices';
import { applyNotice } from '../../../store/payments/dispute/dispute.transitions';
import { MailServer, readMailBody } from '../../../tests/harness/mail-server';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { sendDueNotices } from './chargeback-notices';

/* Merchants receive notices of chargebacks: real payments, PostgreSQL and a mail server; days pass by changed rows. */

const CONTACT = 'disputes@shop.example';
const DAY_MS = 86_400_000;

let harness: WorkflowHarness;
const server = new MailServer();
const { mails } = server;
const lines: { msg: string; result?: string; invoiceID?: string }[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
const logger = createLogger({ process: 'test', level: 'warn', destination });

beforeAll(async () => {
  harness = await startWorkflowHarness();
  await server.start();
  await setContacts(CONTACT);
});
afterAll(async () => {
  await server.stop();
  await harness?.stop();
});
beforeEach(async () => {
  mails.splice(0);
  lines.splice(0);
  Object.assign(harness.mail, { SMTP_URL: server.url, MAIL_FROM: 'holdfast@pay.example' });
  await search('UPDATE chargebacks SET next_notice = NULL, notice_at = NULL');
});

const search = (sql: string) => harness.store.database.search<Record<string, unknown>>(sql, []);
const setContacts = (...emails: string[]) =>
  search(
    `UPDATE shops SET terms = terms || '{"settlement": {"contactEmails": ${JSON.stringify(emails)}, "timeZone": "Asia/Omsk"}}'
     WHERE id = '${DEMO.shopID}'`,
  );
const run = () => sendDueNotices({ database: harness.store.database, mail: harness.mail, logger });
/** Runs as the worker does, until there is nothing to send. */
const runAll = async () => {
  while (await run());
};
/** What was logged with each result. */
const results = () => lines.map(({ result }) => result);
const readNotices = () =>
  search(
    `SELECT next_notice AS next, notice_attempts AS attempts, extract(epoch FROM notice_at - now())::float8 / 86400 AS days
     FROM chargebacks WHERE notice_at IS NOT NULL ORDER BY notice_at`,
  );
/** Days pass: everything that was recorded, and every deadline, is that much earlier. */
const passDays = (days: number) =>
  search(
    `UPDATE chargebacks SET answer_due_at = answer_due_at - interval '${days} days',
       status_changed_at = status_changed_at - interval '${days} days', notice_at = notice_at - interval '${days} days'`,
  );
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
const [OPENED, DUE] = ['Открыт чарджбэк', 'Истекает срок документов по чарджбэку'];

async function aCaptured() {
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: { type: 'instant' } });
  expect(await harness.readResult(workflowIDs.payment(payment.invoiceID, payment.id))).toBe('captured');
  return { invoiceID: payment.invoiceID, paymentID: payment.id };
}

let count = 0;
const newKey = () => `notice-${++count}`;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

async function aChargeback(answerDueAt: Date | null = null): Promise<Chargeback> {
  const amounts = { bodyMinor: 10_000n, levyMinor: 0n };
  const given = { ...(await aCaptured()), ...amounts, idempotencyKey: newKey(), dispute: { answerDueAt } };
  return createChargeback(harness.store, given);
}

const refOf = ({ invoiceID, paymentID, id }: Chargeback) => ({ invoiceID, paymentID, chargebackID: id });

async function addSentDocument({ invoiceID, paymentID, id, round, stage }: Chargeback) {
  await search(
    `INSERT INTO chargeback_evidence (invoice_id, payment_id, chargeback_id, id, round, stage, state, file_name, format, size_bytes,
       sha256, added_by, added_at, state_changed_at, sent_by, sent_at)
     VALUES ('${invoiceID}', '${paymentID}', '${id}', 'e${invoiceID}', ${round}, '${stage}', 'stored', 'a.pdf', 'pdf', 1, '${'0'.repeat(64)}',
       'apiKey/1', now(), now(), 'apiKey/1', now())`,
  );
}

test('a chargeback is announced once, and its deadline three days before', async () => {
  const due = inDays(10);
  const chargeback = await aChargeback(due);
  await runAll();
  expect([subjects(), mails[0]?.to]).toEqual([[OPENED], [CONTACT]]);
  const day = due.toLocaleString('ru-RU', { timeZone: 'Asia/Omsk', day: 'numeric', month: 'long' });
  const body = readMailBody(mails[0]!);
  for (const part of [chargeback.invoiceID, 'Сумма: 100.00 RUB', `до: ${day}`, 'GMT+6', 'добавьте документы'])
    expect(body).toContain(part);
  const [planned] = await readNotices();
  expect(planned).toMatchObject({ next: 'due', attempts: 0, days: expect.closeTo(7, 1) as unknown });

  await passDays(6.9);
  await runAll();
  expect(mails).toHaveLength(1);
  await passDays(0.2);
  await runAll();
  expect([subjects()[1], await readNotices(), lines]).toEqual([DUE, [], []]);
});

test('a message whose answer is lost is sent again after a pause under the same Message-ID', async () => {
  await aChargeback();
  server.losesAnswer = true;
  expect(await run()).toBe(false);
  expect(await run()).toBe(false);
  const [waiting] = await readNotices();
  expect([mails.length, waiting]).toEqual([
    1,
    { next: 'opened', attempts: 1, days: expect.closeTo(5 / 1440, 3) as unknown },
  ]);
  await search('UPDATE chargebacks SET notice_at = now(), notice_attempts = 2000 WHERE notice_at IS NOT NULL');
  const { fact } = await mailCheck({ SMTP_URL: server.url, MAIL_FROM: 'a@b.example' }, harness.store.database).look();
  expect(fact).toMatchObject({ kind: 'mailWaits', count: 1 });
  await runAll();
  const ids = mails.map(({ source }) => /^message-id:\s*(<[^>]+>)/im.exec(source)?.[1]);
  expect(ids).toEqual([expect.stringMatching(/^<chargeback-notice\.[0-9a-f]{32}@pay\.example>$/), ids[0]]);
});

test('workers that look at once send each notice once', async () => {
  for (let index = 0; index < 5; index += 1) await aChargeback();
  const { database } = harness.store;
  const claimed = await Promise.all(Array.from({ length: 64 }, () => claimDueNotices(database, 1)));
  expect(new Set(claimed.flat().map(({ chargeback }) => chargeback.invoiceID)).size).toBe(5);
  expect(claimed.flat()).toHaveLength(5);
  expect([await run(), mails]).toEqual([false, []]);
});

test('an address that the server defers holds up no other message', async () => {
  for (let index = 0; index < 8; index += 1) await aChargeback();
  server.deferrals = 7;
  await runAll();
  expect([subjects(), lines.length]).toEqual([[OPENED], 7]);
  expect((await readNotices()).map(({ next, attempts }) => [next, attempts])).toEqual([
    ...Array.from({ length: 7 }, () => ['opened', 1]),
    ['due', 0],
  ]);
});

test('a stage with sent documents, or one that was decided, is not reminded of, and the next stage is announced', async () => {
  const [answered, decided] = [await aChargeback(inDays(2)), await aChargeback(inDays(2))];
  await runAll();
  const before = await countDueChargebacks(harness.store.database);
  await addSentDocument(answered);
  expect(await countDueChargebacks(harness.store.database)).toBe(before - 1);
  await cancelChargeback(harness.store, { ...refOf(decided), idempotencyKey: newKey() });
  await passDays(1.5);
  await runAll();
  expect([subjects(), await readNotices(), lines]).toEqual([[OPENED, OPENED], [], []]);
  await reopenChargeback(harness.store, { ...refOf(decided), idempotencyKey: newKey() });
  await runAll();
  expect([subjects()[2], mails.length]).toEqual([OPENED, 3]);
  await passDays(28);
  await runAll();
  expect([subjects()[3], mails.length]).toEqual([DUE, 4]);
});

test('a reminder follows a deadline that the acquirer moves, and the next stage has its own', async () => {
  const { invoiceID, paymentID } = await aCaptured();
  const disputeReference = newKey();
  const operationID = `payment/${invoiceID}.${paymentID}/capture`;
  const state = async (event: 'opened' | 'updated', fields: Partial<DisputeNotice>) => {
    const statement = { id: newKey(), disputeReference, event, operationID, statedAt: new Date() };
    await recordDisputes(harness.store, 'sandbox', [{ ...statement, ...fields }]);
    const [row] = await search(`SELECT id FROM dispute_notices ORDER BY received_at DESC LIMIT 1`);
    expect(await applyNotice(harness.store, String(row?.['id']), { isLast: false })).toBe('applied');
  };
  const readDays = async () => (await readNotices()).map(({ days }) => Math.round(Number(days)));
  await state('opened', { amountMinor: 10_000n, currency: 'RUB', answerDueAt: inDays(40) });
  await runAll();
  expect(await readDays()).toEqual([37]);
  await state('updated', { answerDueAt: inDays(10) });
  expect(await readDays()).toEqual([7]);
  await state('updated', { answerDueAt: inDays(20) });
  expect(await readDays()).toEqual([17]);
  // One that is tried when the deadline moves is planned by its next try.
  await search(`UPDATE chargebacks SET notice_attempts = 1, notice_at = now() WHERE invoice_id = '${invoiceID}'`);
  await state('updated', { answerDueAt: inDays(30) });
  await runAll();
  expect([await readDays(), subjects()]).toEqual([[27], [OPENED]]);
  await passDays(27.5);
  await runAll();
  await state('updated', { answerDueAt: inDays(9) });
  await runAll();
  expect([await readNotices(), subjects()]).toEqual([[], [OPENED, DUE]]);
  await state('updated', { stage: 'pre-arbitration' });
  await runAll();
  expect([await readDays(), subjects()]).toEqual([[27], [OPENED, DUE, OPENED]]);
});

test('a reminder that the deadline has overtaken is logged instead of sent, unless the deadline moves', async () => {
  const { invoiceID } = await aChargeback(inDays(5));
  await runAll();
  await passDays(6);
  await runAll();
  expect([subjects(), results(), await readNotices()]).toEqual([[OPENED], ['missed'], []]);
  const [row] = await search(`SELECT next_notice FROM chargebacks WHERE invoice_id = '${invoiceID}'`);
  expect(row).toEqual({ next_notice: 'due' });
});

test('a short deadline is reminded of at least an hour before it', async () => {
  await aChargeback(inDays(0.5));
  await runAll();
  const [planned] = await readNotices();
  expect(planned).toMatchObject({ next: 'due', days: expect.closeTo(0.5 - 1 / 24, 2) as unknown });
});

test('a stage that was open at the upgrade is reminded of at its time', async () => {
  await aChargeback(inDays(10));
  await search(`UPDATE chargebacks SET next_notice = 'due', notice_at = now() WHERE notice_at IS NOT NULL`);
  await runAll();
  const [planned] = await readNotices();
  expect([mails, planned]).toEqual([[], { next: 'due', attempts: 0, days: expect.closeTo(7, 1) as unknown }]);
});

test('nothing is sent without a mail server or an address, and the reminder is tried at its time', async () => {
  harness.mail.SMTP_URL = undefined;
  await aChargeback(inDays(10));
  await runAll();
  harness.mail.SMTP_URL = server.url;
  await setContacts();
  await aChargeback(inDays(10));
  await runAll();
  expect([mails, results(), (await readNotices()).map(({ next }) => next)]).toEqual([
    [],
    ['noAddress'],
    ['due', 'due'],
  ]);
  await setContacts(CONTACT);
  await passDays(7.5);
  await runAll();
  expect(subjects()).toEqual([DUE, DUE]);
});
