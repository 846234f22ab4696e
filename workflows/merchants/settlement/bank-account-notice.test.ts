import { setTimeout as sleep } from 'node:timers/promises';
import type { ReferenceData } from '../../../domain/merchants/reference-data/reference-data';
import { changeConfiguration } from '../../../store/merchants/configuration/configuration.change';
import { DEMO } from '../../../store/operators/demo/demo';
import { MailServer, readMailBody } from '../../../tests/harness/mail-server';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* Merchants receive notices of changed bank accounts: real workflows, PostgreSQL and a mail server. */

const CONTACT = 'money@shop.example';
const OLD = '40702810938000012345';

let harness: WorkflowHarness;
const server = new MailServer();
const { mails } = server;

beforeAll(async () => {
  harness = await startWorkflowHarness();
  await server.start();
  await change({ account: OLD, contacts: [CONTACT] });
  await harness.store.database.search('DELETE FROM tracked_workflows', []);
});
afterAll(async () => {
  await server.stop();
  await harness?.stop();
});
beforeEach(() => {
  mails.splice(0);
  Object.assign(harness.mail, { SMTP_URL: server.url, MAIL_FROM: 'holdfast@pay.example' });
});

/** Writes what a second person has approved. Returns the id of the notice that the new version of the contract has. */
async function change({ account, contacts }: { account?: string; contacts?: string[] }): Promise<string> {
  const { database } = harness.store;
  const plan = ({ data }: { data: ReferenceData }): ReferenceData => ({
    ...data,
    parties: data.parties.map((party) => ({
      ...party,
      contracts: party.contracts.map((contract) =>
        contract.id === contractID && account !== undefined ? { ...contract, contractor: aCompany(account) } : contract,
      ),
      shops: party.shops.map((shop) =>
        shop.id === DEMO.shopID && contacts
          ? { ...shop, terms: { ...shop.terms, settlement: { ...shop.terms.settlement, contactEmails: contacts } } }
          : shop,
      ),
    })),
  });
  const [row] = await database.search<{ id: string }>('SELECT contract_id AS id FROM shops WHERE id = $1', [
    DEMO.shopID,
  ]);
  const contractID = row!.id;
  const changes = await changeConfiguration({ database }, { plan, isDryRun: true });
  await changeConfiguration({ database }, { plan, command: { id: 'test', changes } });
  const [{ version } = { version: 0 }] = await database.search<{ version: number }>(
    'SELECT version FROM contracts WHERE id = $1',
    [contractID],
  );
  return workflowIDs.bankAccountNotice(contractID, version);
}

const aCompany = (account: string) => ({
  ...{
    contractorType: 'LegalEntity',
    entityType: 'RussianLegalEntity',
    registeredName: 'ООО\r\nBcc: thief@evil.example',
  },
  ...{ registeredNumber: '1234567890123', inn: '1234567890', actualAddress: 'Москва', postAddress: 'Москва' },
  ...{ representativePosition: 'Директор', representativeFullName: 'Иванов И. И.', representativeDocument: 'Устав' },
  bankAccount: { account, bankName: 'Банк', bankPostAccount: '30101810400000000225', bankBik: '044525225' },
});

/** An account that no other change has. */
let last = 10_000;
const anAccount = () => `4070281093800${String((last += 1)).padStart(7, '0')}`;

const tracked = async () => (await harness.store.database.search('SELECT 1 FROM tracked_workflows', [])).length;
const messageIDs = () => mails.map(({ source }) => /^message-id:\s*(<[^>]+>)/im.exec(source)?.[1]);
const headers = (source: string) => source.slice(0, source.indexOf('\r\n\r\n'));

test('a changed bank account is announced once: the ends of both accounts, the day, and what to do', async () => {
  const account = anAccount();
  const id = await change({ account });
  expect(await tracked()).toBe(1);
  expect(await harness.readResult(id)).toBe('sent');
  expect(await tracked()).toBe(0);
  const [mail, ...others] = mails;
  expect([mail?.to, others]).toEqual([[CONTACT], []]);
  const said = readMailBody(mail!);
  const [row] = await harness.store.database.search<{ at: Date }>(
    'SELECT bank_account_changed_at AS at FROM contracts WHERE bank_account_changed_at IS NOT NULL',
    [],
  );
  const day = new Date(row!.at.getTime() + 3 * 86_400_000).toLocaleDateString('ru', {
    ...{ timeZone: 'Europe/Moscow', day: 'numeric', month: 'long', year: 'numeric' },
  });
  for (const part of ['Прежний счёт: •••• 2345', `Новый счёт: •••• ${account.slice(-4)}`, `не раньше ${day}`])
    expect(said).toContain(part);
  expect(said).toContain('сразу сообщите');
  expect(`${said}${mail!.source}`).not.toMatch(new RegExp(`${account}|${OLD}|thief|ООО`));
  // What the sweeper or an attacker starts again sends nothing.
  const [, key = ''] = id.split('/');
  const [contractID = '', version] = [key.slice(0, key.lastIndexOf('.')), Number(key.slice(key.lastIndexOf('.') + 1))];
  await harness.startAgain('bankAccountNotice', id, { contractID, version });
  expect(await harness.readResult(id)).toBe('sentBefore');
  expect(mails).toHaveLength(1);
});

test('other changes, and the same account in another order of fields, are not announced', async () => {
  await change({ contacts: [CONTACT, 'owner@shop.example'] });
  await change({ account: `4070281093800${String(last).padStart(7, '0')}` });
  expect([await tracked(), mails]).toEqual([0, []]);
  await change({ contacts: [CONTACT] });
});

test('addresses that were removed just before receive it too', async () => {
  const id = await change({ account: anAccount(), contacts: ['thief@evil.example'] });
  expect(await harness.readResult(id)).toBe('sent');
  expect(mails.map(({ to }) => [...to].sort())).toEqual([[CONTACT, 'owner@shop.example', 'thief@evil.example']]);
});

test('a server that is down gets the message once it is up', async () => {
  await server.stop();
  const id = await change({ account: anAccount() });
  const result = harness.readResult(id);
  await sleep(500);
  expect([await tracked(), mails]).toEqual([1, []]);
  await server.start();
  expect(await result).toBe('sent');
  expect(mails).toHaveLength(1);
});

test('a message whose answer is lost is sent again under the same Message-ID', async () => {
  server.losesAnswer = true;
  const id = await change({ account: anAccount() });
  expect(await harness.readResult(id)).toBe('sent');
  expect(mails).toHaveLength(2);
  const [first, second] = messageIDs();
  expect(first).toMatch(/^<bank-account-notice\.[0-9a-f]{32}@pay\.example>$/);
  expect(second).toBe(first);
  const other = await change({ account: anAccount() });
  expect(await harness.readResult(other)).toBe('sent');
  expect(messageIDs()[2]).not.toBe(first);
});

test('an address cannot add a receiver or a header', async () => {
  const hostile = ['a@b.example\r\nBcc: thief@evil.example', 'a@b.example, thief@evil.example', '<thief@evil.example>'];
  const id = await change({ account: anAccount(), contacts: [...hostile, 'good@shop.example'] });
  expect(await harness.readResult(id)).toBe('sent');
  const [{ to, source } = { to: [], source: '' }] = mails;
  expect(to).toContain('good@shop.example');
  expect(to.filter((address) => !/^[a-z]+@(shop|evil)\.example$/.test(address))).toEqual([]);
  expect(headers(source)).not.toMatch(/^bcc:|a@b\.example/im);
});

test('a server that knows none of the addresses ends the notice', async () => {
  server.isRefusing = true;
  const id = await change({ account: anAccount() });
  expect(await harness.readResult(id)).toBe('refused');
  server.isRefusing = false;
  expect([await tracked(), mails]).toEqual([0, []]);
});

test('nothing is sent without a mail server, or to a merchant without an address', async () => {
  harness.mail.SMTP_URL = undefined;
  const unset = await change({ account: anAccount() });
  expect(await harness.readResult(unset)).toBe('notConfigured');
  harness.mail.SMTP_URL = server.url;
  await harness.store.database.search(`UPDATE shop_terms SET terms = terms #- '{settlement,contactEmails}'`, []);
  const without = await change({ account: anAccount() });
  expect(await harness.readResult(without)).toBe('noAddress');
  expect([await tracked(), mails]).toEqual([0, []]);
});

test('a password is not sent to a server without encryption', async () => {
  await change({ contacts: [CONTACT] });
  harness.mail.SMTP_URL = `smtp://user:secret@127.0.0.1:${server.port}`;
  const id = await change({ account: anAccount() });
  const result = harness.readResult(id);
  await sleep(500);
  expect(mails).toEqual([]);
  harness.mail.SMTP_URL = server.url;
  expect(await result).toBe('sent');
});
