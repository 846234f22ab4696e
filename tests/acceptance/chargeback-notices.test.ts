import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '../../store/store';
import { createChargeback } from '../../store/payments/chargeback/chargeback.transitions';
import { MailServer } from '../harness/mail-server';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* The worker sends notices of chargebacks, also after a SIGKILL between the mail server's receipt of one and its record. */

let harness: MerchantPlatform;
let store: Store;
const server = new MailServer();
const { mails } = server;

beforeAll(async () => {
  await server.start();
  harness = await startMerchantPlatform({ environment: { SMTP_URL: server.url, MAIL_FROM: 'holdfast@pay.example' } });
  const { databaseUrl, environment } = harness.platform;
  store = openStore({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: environment['ENCRYPTION_KEY'] ?? '' }, 2);
  await harness.sql(`UPDATE shops SET terms = terms || '{"settlement": {"contactEmails": ["disputes@shop.example"]}}'`);
});
afterAll(async () => {
  await store?.database.close();
  await harness?.stop();
  await server.stop();
});

/** Until the notice of the only chargeback is the next one, with or without a try of it. */
async function untilNext(notice: string, attempts: number): Promise<void> {
  const row = { next_notice: notice, notice_attempts: attempts };
  for (const end = Date.now() + 4 * ARRIVAL_TIMEOUT_MS; ; await sleep(50)) {
    const rows = await harness.sql('SELECT next_notice, notice_attempts FROM chargebacks');
    if (JSON.stringify(rows) === JSON.stringify([row])) return;
    if (Date.now() > end) throw new Error(`not within the time: ${JSON.stringify(row)}, but ${JSON.stringify(rows)}`);
  }
}

test('a killed worker sends a notice at most once more, under the same Message-ID', async () => {
  const { worker } = harness.platform.processes;
  let killed: Promise<void> | undefined;
  server.onMail = () => void (killed ??= worker.kill());
  const ref = await harness.captured();
  await createChargeback(store, { ...ref, bodyMinor: 100n, levyMinor: 0n, idempotencyKey: 'killed' });
  await untilNext('opened', 1);
  while (!killed) await sleep(50);
  await killed;
  await worker.start();
  // The pause before the next try is over.
  await harness.sql('UPDATE chargebacks SET notice_at = now()');
  await untilNext('due', 0);
  const ids = mails.map(({ source }) => /^message-id:\s*(<[^>]+>)/im.exec(source)?.[1]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  await harness.sql(`UPDATE chargebacks SET notice_at = now(), answer_due_at = now() + interval '2 days',
    status_changed_at = now() - interval '28 days'`);
  for (const end = Date.now() + 4 * ARRIVAL_TIMEOUT_MS; mails.length < 3 && Date.now() < end;) await sleep(50);
  expect(mails).toHaveLength(3);
});
