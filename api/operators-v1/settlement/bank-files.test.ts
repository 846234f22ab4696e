import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'node:http';
import iconv from 'iconv-lite';
import { validateXML } from 'xmllint-wasm';
import { decimalText } from '../../../domain/platform/money/amount-text';
import { settlementAccount } from '../../../store/platform/ledger/accounts';
import { move, openAccounts, post } from '../../../store/platform/ledger/ledger';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { closeBatch } from '../../../store/merchants/settlement/batch.close';
import type { PayoutRow } from '../../../store/merchants/settlement/payout.table';
import { changePayout } from '../../../store/merchants/settlement/payout.transitions';
import { getPayout, listPayouts } from '../../../store/merchants/settlement/settlement.queries';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { approveAndExecute } from '../../../tests/harness/second-person';

const OWN_RUB = '40702810400000000225';
const OWN_EUR = 'DE89370400440532013000';
const SHOP_EUR = 'FR1420041010050500013M02606';
const SHOP_RUB = '40702810238000000060';
const BIK = '044525225';
const AT_ONCE = { delays: [{ days: 0 }], calendar: 'weekends', timeZone: 'UTC', cutOffHour: 0 };

let api: TestApi;
let finance: HttpClient;
let secret: string;

beforeAll(async () => {
  api = await startApi();
  ({ secret } = await anOperator(api.store.database, { name: 'fedor', roles: ['finance'] }));
  finance = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  const payoutAccounts = [
    { currency: 'EUR', name: 'Provider', account: { iban: OWN_EUR }, bic: 'COBADEFFXXX' },
    {
      currency: 'RUB',
      name: 'АО «Провайдер»',
      account: { number: OWN_RUB },
      bic: BIK,
      inn: '7707083893',
      purpose: 'Выплата магазину',
    },
  ];
  const institution = `UPDATE payment_institutions SET terms = terms || jsonb_build_object('payoutAccounts', $1::jsonb)`;
  await sql(institution, [JSON.stringify(payoutAccounts)]);
  const account = {
    account: SHOP_RUB,
    bankName: 'ПАО Сбербанк',
    bankPostAccount: '30101810400000000225',
    bankBik: BIK,
  };
  const contractor = { registeredName: 'ООО «Ромашка»', inn: '7707083893', bankAccount: account };
  await sql('UPDATE contracts SET contractor = contractor || $1', [JSON.stringify(contractor)]);
  await sql('UPDATE contracts SET bank_account_changed_at = NULL');
});

afterAll(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
  await api?.stop();
});

const sql = (text: string, values: unknown[] = []) => api.store.database.run({ name: '', text }, values);

/** A shop with one pending payout. */
async function aPayout(currency = 'EUR', amount = 10_000n + BigInt(randomInt(1e6))): Promise<PayoutRow> {
  const shopID = `shop-${randomInt(1e9)}`;
  const named = [{ currency: 'EUR', name: 'Shop & Söhne', account: { iban: SHOP_EUR }, bic: 'BNPAFRPPXXX' }];
  const terms = { settlement: { ...AT_ONCE, payoutAccounts: named } };
  const shop = `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
    SELECT $1, party_id, currency, category_id, contract_id, location_url, name, $2 FROM shops WHERE id = $3`;
  await sql(shop, [shopID, JSON.stringify(terms), api.own.shopID]);
  const [to, from] = [settlementAccount(shopID, currency), settlementAccount(api.own.shopID, currency)];
  await api.store.database.transaction(async (tx) => {
    await openAccounts(api.store.database, [to, from], tx);
    const transfer = { id: `correction/${shopID}`, amountMinor: amount, currency, reason: 'test' };
    await move(api.store.database, [post({ ...transfer, debitAccountID: from.id, creditAccountID: to.id })], tx);
  });
  await closeBatch(api.store, { shopID, currency, untilDay: '2099-12-31' });
  const [payout] = (await listPayouts(api.store, { shopID, limit: 1 })).rows;
  return payout!;
}

let commands = 0;

/** Requests a command, has it approved by another person, and executes it. */
async function command(type: string, parameters: object): Promise<any> {
  const idempotencyKey = `test-${++commands}`;
  const requested = await finance.post<any>('/commands', { type, parameters, reason: 'test', idempotencyKey });
  return requested.body.state === 'AwaitingApproval'
    ? approveAndExecute(api.store, { ...requested, status: 202 })
    : requested.body;
}

const aFile = async (payouts: readonly PayoutRow[], format = 'pain.001', more: object = {}): Promise<any> => {
  const [{ currency }] = payouts as [PayoutRow];
  const payoutIDs = payouts.map(({ id }) => id);
  const made = await command('createBankFile', { paymentInstitutionID: 1, currency, format, payoutIDs, ...more });
  expect(made).toMatchObject({ state: 'Succeeded', outcome: { payouts: payouts.length } });
  return made.outcome;
};

const statusOf = async ({ id }: PayoutRow): Promise<string> => (await getPayout(api.store.database, id)).status;

async function download(fileID: string): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${secret}`, 'X-Request-ID': 'download' };
  const response = await fetch(`${api.url}/operators/v1/bank-files/${fileID}/content`, { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function upload(content: string | Buffer): Promise<{ status: number; body: any }> {
  const headers = { Authorization: `Bearer ${secret}`, 'X-Request-ID': `upload-${++commands}` };
  const body = new Uint8Array(Buffer.from(content as string));
  const response = await fetch(`${api.url}/operators/v1/bank-statements`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

interface Movement {
  reference: string;
  amountMinor: bigint;
  currency?: string;
  isReturn?: boolean;
  to?: string;
}

const camt = (movements: readonly Movement[], account = OWN_EUR): string => {
  const entries = movements.map(({ reference, amountMinor, currency = 'EUR', isReturn, to = SHOP_EUR }, place) => {
    const money = `<Amt Ccy="${currency}">${decimalText({ amountMinor, currency })}</Amt>`;
    const reason = isReturn ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : '';
    const party = isReturn ? '' : `<RltdPties><CdtrAcct><Id><IBAN>${to}</IBAN></Id></CdtrAcct></RltdPties>`;
    return `<Ntry>${money}<CdtDbtInd>${isReturn ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-30</Dt></BookgDt>
      <AcctSvcrRef>bank-${place}-${commands}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
      ${party}${reason}</TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
    <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
};

const apply = async (content: string | Buffer): Promise<any> => {
  const { status, body } = await upload(content);
  expect([status, body.code]).toEqual([200, undefined]);
  const { state, outcome } = await command('applyBankStatement', { statementID: body.id });
  expect(state).toBe('Succeeded');
  return { ...outcome, statementID: body.id };
};

test('two people make a file and confirm it, twice without an effect, and its statement marks payouts paid or returned', async () => {
  const payouts = [await aPayout(), await aPayout(), await aPayout()];
  const { fileID } = await aFile(payouts);
  const xml = (await download(fileID)).toString();
  const schema = readFileSync(join(__dirname, '../../../bankfiles/schemas/pain.001.001.09.xsd'), 'utf8');
  expect((await validateXML({ xml, schema, maxMemoryPages: 8_192 })).errors).toEqual([]);
  expect(
    await command('createBankFile', {
      paymentInstitutionID: 1,
      currency: 'EUR',
      format: 'pain.001',
      payoutIDs: [payouts[0]!.id],
    }),
  ).toMatchObject({ code: 'invalidOperationParameters' });
  for (const status of ['sent', 'cancelled'])
    expect(await command('recordPayout', { payoutID: payouts[0]!.id, status })).toMatchObject({ state: 'Failed' });
  expect(await statusOf(payouts[0]!)).toBe('pending');

  const confirm = () => command('confirmBankFile', { fileID });
  const confirmed = { state: 'Succeeded', outcome: { fileID, status: 'confirmed', payouts: 3 } };
  expect(await Promise.all([confirm(), confirm()])).toEqual([
    expect.objectContaining(confirmed),
    expect.objectContaining(confirmed),
  ]);
  expect(await Promise.all(payouts.map(statusOf))).toEqual(['sent', 'sent', 'sent']);
  expect(await command('cancelBankFile', { fileID })).toMatchObject({ state: 'Failed' });

  const moved = payouts.map(({ id, amountMinor }) => ({ reference: id, amountMinor }));
  const statement = camt([{ ...moved[1]!, isReturn: true }, moved[0]!, moved[1]!]);
  const first = await apply(statement);
  expect(first).toMatchObject({ lines: 3, paid: 2, returned: 1, findings: 0 });
  expect(await Promise.all(payouts.map(statusOf))).toEqual(['paid', 'returned', 'sent']);
  const { status, body } = await upload(statement);
  expect([status, body.id, body.isChanged]).toEqual([200, first.statementID, false]);
  expect(await command('applyBankStatement', { statementID: body.id })).toMatchObject({ outcome: { paid: 2 } });
  // The same movements in another file are known.
  expect(await apply(`${statement}\n`)).toMatchObject({ lines: 3, paid: 0, returned: 0, findings: 0 });
  const lines = await finance.get<any>(`/payouts/${payouts[1]!.id}/bank-lines`);
  expect(lines.body.result.filter(({ statementID }: any) => statementID === first.statementID)).toEqual([
    expect.objectContaining({ number: 1, entry: 1, result: 'returned', returnReason: 'AC04', direction: 'credit' }),
    expect.objectContaining({ number: 3, entry: 3, result: 'paid', bookedOn: '2026-11-30' }),
  ]);
});

test('a cancelled file lets its payouts go, and is never confirmed', async () => {
  const payouts = [await aPayout()];
  const { fileID } = await aFile(payouts);
  const [cancelled, confirmed] = await Promise.all([
    command('cancelBankFile', { fileID }),
    command('confirmBankFile', { fileID }),
  ]);
  const ended = [cancelled.state, confirmed.state];
  expect(ended.sort()).toEqual(['Failed', 'Succeeded']);
  if (cancelled.state === 'Succeeded') {
    expect(await statusOf(payouts[0]!)).toBe('pending');
    const again = await aFile(payouts, 'sepa');
    expect(again.fileID).not.toBe(fileID);
  } else expect(await statusOf(payouts[0]!)).toBe('sent');
});

test('concurrent files have each payout once', async () => {
  const payouts = [await aPayout(), await aPayout()];
  const parameters = {
    paymentInstitutionID: 1,
    currency: 'EUR',
    format: 'sepa',
    payoutIDs: payouts.map(({ id }) => id),
  };
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => command('createBankFile', parameters)));
  const made = results.filter((result) => result.status === 'fulfilled' && result.value.state === 'Succeeded');
  expect(made).toHaveLength(1);
});

test.each(['text-1251', 'text-utf8'])(
  'orders of Russian banks (%s) have numbers of their own and read back',
  async (format) => {
    const executionDate = '2026-11-30';
    const payouts = [await aPayout('RUB'), await aPayout('RUB')];
    const [first, second] = [
      await aFile([payouts[0]!], format, { executionDate }),
      await aFile([payouts[1]!], format, { executionDate }),
    ];
    for (const { fileID } of [first, second]) await command('confirmBankFile', { fileID });
    const encoding = format === 'text-utf8' ? 'utf-8' : 'windows-1251';
    const texts = await Promise.all(
      [first, second].map(async ({ fileID }) => iconv.decode(await download(fileID), encoding)),
    );
    const numbers = texts.map((text) => /Номер=(\d+)/.exec(text)?.[1]);
    expect(new Set(numbers).size).toBe(2);
    expect(texts[0]).toContain(`НазначениеПлатежа=Выплата магазину ${payouts[0]!.id}`);
    const statement = texts[0]!.replace(/(ПлательщикСчет=.*\r\n)/g, '$1ДатаСписано=30.11.2026\r\n');
    expect(await apply(iconv.encode(statement, encoding))).toMatchObject({ lines: 1, paid: 1, findings: 0 });
    expect(await Promise.all(payouts.map(statusOf))).toEqual(['paid', 'sent']);
  },
);

test('a movement that says something else is listed by its line, and changes nothing', async () => {
  const sent = [await aPayout(), await aPayout(), await aPayout(), await aPayout()] as const;
  const { fileID } = await aFile(sent);
  await command('confirmBankFile', { fileID });
  const waiting = await aPayout();
  await aFile([waiting]);
  const moved = [...sent, waiting].map(({ id, amountMinor }) => ({ reference: id, amountMinor }));
  const [a, b, c, d, e] = moved as [Movement, Movement, Movement, Movement, Movement];
  const { statementID, ...counts } = await apply(
    camt([
      { ...a, amountMinor: a.amountMinor - 1n },
      { ...b, currency: 'USD' },
      { ...c, to: OWN_EUR },
      d,
      d,
      { ...d, reference: 'unknown' },
      e,
    ]),
  );
  expect(counts).toEqual({ lines: 7, paid: 1, returned: 0, findings: 6 });
  expect(await Promise.all([...sent, waiting].map(statusOf))).toEqual(['sent', 'sent', 'sent', 'paid', 'pending']);
  const { body } = await finance.get<any>(`/bank-statements/${statementID}/lines?findings=true`);
  expect(body.result.map(({ entry, result, expected, actual }: any) => [entry, result, expected, actual])).toEqual([
    [1, 'otherAmount', String(a.amountMinor), String(a.amountMinor - 1n)],
    [2, 'otherCurrency', 'EUR', 'USD'],
    [3, 'otherAccount', SHOP_EUR, OWN_EUR],
    [5, 'doubledReference', undefined, undefined],
    [6, 'unknownReference', undefined, undefined],
    [7, 'otherStatus', 'sent', 'pending'],
  ]);
  expect(body.result.every(({ line }: any) => line > 0)).toBe(true);
  // A statement of another account orders nothing.
  expect(await apply(camt([a], SHOP_EUR))).toMatchObject({ paid: 0, findings: 1 });
});

test('an altered file is refused with the place, and nothing of it is kept', async () => {
  const text = iconv.encode(
    '1CClientBankExchange\r\nВерсияФормата=1.03\r\nКодировка=UTF-8\r\nКонецФайла\r\n',
    'windows-1251',
  );
  const encoding = await upload(text);
  expect([encoding.status, encoding.body.problems]).toEqual([
    400,
    [{ place: ['line 3'], rule: 'wrongEncoding', values: ['declared UTF-8', 'actual windows-1251'] }],
  ]);
  const whole = camt([{ reference: 'x', amountMinor: 100n }]);
  expect(await upload(whole.slice(0, -30))).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  const altered = await upload(whole.replace('1.00', '1.0O'));
  expect(altered).toMatchObject({ status: 400, body: { problems: [{ place: ['line 2', 'entry 1', 'Amt'] }] } });
  const { body } = await finance.get<any>('/bank-statements');
  expect(body.result.filter(({ lineCount }: any) => lineCount === 0)).toEqual([]);
});

test.each([
  ['that states its size', { 'Content-Length': String(100 * 1024 * 1024) }],
  ['that comes in chunks', { 'Transfer-Encoding': 'chunked' }],
])('a file of 100 MB %s is refused before it is read', async (_, headers) => {
  const begun = performance.now();
  let written = 0;
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const path = `${api.url}/operators/v1/bank-statements`;
    const authorised = { Authorization: `Bearer ${secret}`, 'X-Request-ID': `big-${++commands}`, ...headers };
    const sending = request(path, { method: 'POST', headers: authorised }, ({ statusCode }) => {
      isAnswered = true;
      resolve(statusCode);
      sending.destroy();
    });
    let isAnswered = false;
    sending.on('error', (error) => (isAnswered ? undefined : reject(error)));
    const start =
      '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">';
    const chunk = Buffer.alloc(256 * 1024, ' ');
    const more = (): void => {
      if (isAnswered || written > 100 * 1024 * 1024) return;
      written += chunk.length;
      sending.write(chunk, () => setImmediate(more));
    };
    sending.write(start, more);
  });
  expect(status).toBe(413);
  expect(written).toBeLessThan(40 * 1024 * 1024);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('nothing is sent to a changed bank account for three days', async () => {
  await sql(
    `UPDATE contracts SET contractor = jsonb_set(contractor, '{bankAccount,account}', '"40702810038000000061"')`,
  );
  const payout = await aPayout('RUB');
  const untouched = await aPayout('EUR');
  await sql('UPDATE contracts SET bank_account_changed_at = NULL');
  expect(payout.creditor).toMatchObject({ account: { number: '40702810038000000061' } });
  const days = (payout.sendFrom!.getTime() - Date.now()) / 86_400_000;
  expect(days > 2.99 && days <= 3).toBe(true);
  expect(untouched.sendFrom).toEqual(payout.sendFrom && expect.any(Date));
  const made = await command('createBankFile', {
    paymentInstitutionID: 1,
    currency: 'RUB',
    format: 'text-1251',
    payoutIDs: [payout.id],
  });
  expect(made).toMatchObject({ code: 'invalidOperationParameters' });
  await expect(changePayout(api.store, { payoutID: payout.id, action: 'send' })).rejects.toThrow(
    /changed bank account/,
  );
  expect((await finance.get<any>(`/payouts/${payout.id}`)).body.sendFrom).toBeDefined();
  await sql('UPDATE payouts SET send_from = now() WHERE id = $1', [payout.id]);
  await changePayout(api.store, { payoutID: payout.id, action: 'send' });
});

test('the search finds a payout by its number and by its sum', async () => {
  const payout = await aPayout();
  for (const q of [payout.id, `${Number(payout.amountMinor) / 100} EUR`]) {
    const { body } = await finance.post<any>('/search', { q });
    expect(body.results).toContainEqual(
      expect.objectContaining({ type: 'payout', id: payout.id, shopID: payout.shopID }),
    );
  }
});
