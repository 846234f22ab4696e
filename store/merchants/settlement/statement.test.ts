import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { Refusal } from '../../../domain/platform/errors/refusal';
import type { DocumentContent } from '../../../domain/merchants/settlement/settlement-document';
import { startApi, type TestApi } from '../../../tests/harness/api';
import {
  connectorAccount,
  earningsAccount,
  settlementAccount,
  settlementAccountIDs,
} from '../../platform/ledger/accounts';
import { move, openAccounts, post, readBalance } from '../../platform/ledger/ledger';
import { verifyAudit } from '../../platform/audit/verify';
import { listAdministrativeActions } from '../../platform/audit/audit-log.actions';
import type { Settlement } from './balance-lines';
import { closeBatch } from './batch.close';
import { recordDocumentFile } from './document.files';
import { findDocument, orderDocument } from './document.order';
import { orderDueActs } from './due-acts';
import { readStatementLines, type StatementLine, type StatementScope } from './statement.queries';

let api: TestApi;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api?.stop());

const AT_ONCE = { delays: [{ days: 0 }], calendar: 'weekends', timeZone: 'Asia/Vladivostok', cutOffHour: 0 };
const LAST_DAY = '2099-12-31';
const CALLER = { orderedBy: null, keepDays: 1 };

async function aShop(): Promise<Settlement> {
  const shopID = `shop-${randomInt(1e9)}`;
  const shop = `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
    SELECT $1, party_id, currency, category_id, contract_id, location_url, 'Магазин ' || $1, $2 FROM shops WHERE id = $3`;
  const terms = JSON.stringify({ settlement: AT_ONCE });
  await api.store.database.run({ name: 'test-shop', text: shop }, [shopID, terms, api.own.shopID]);
  return { shopID, currency: 'RUB' };
}

const IDS = {
  payment: (n: number) => `payment/i${n}.p1/capture`,
  refund: (n: number) => `refund/i${n}.p1.r1/post/shop`,
  chargeback: (n: number) => `chargeback/i${n}.p1.c1/1/body/post`,
  disputeFee: (n: number) => `chargeback/i${n}.p1.c1/1/levy/post`,
  correction: (n: number) => `correction/c${n}`,
};
type Kind = keyof typeof IDS;
interface Movement {
  kind: Kind;
  amount: number;
  fee: number;
}

/** Posts movements as their operations do: payments to the stripes of earnings with a withheld fee, everything else to the shop's own account. */
async function postMovements({ shopID, currency }: Settlement, movements: readonly Movement[]): Promise<void> {
  const connector = connectorAccount('sandbox', currency, 'a');
  for (const { kind, amount, fee } of movements) {
    const id = IDS[kind](randomInt(1e12));
    const isEarned = kind === 'payment';
    const shop = isEarned ? earningsAccount(shopID, currency, id) : settlementAccount(shopID, currency);
    const sides = { debitAccountID: connector.id, creditAccountID: shop.id };
    const back = { debitAccountID: shop.id, creditAccountID: connector.id };
    const money = { currency, reason: 'test' };
    const transfers = [post({ ...money, id, amountMinor: BigInt(amount), ...(isEarned ? sides : back) })];
    if (isEarned && fee > 0)
      transfers.push(post({ ...money, id: id.replace('/capture', '/fee'), amountMinor: BigInt(fee), ...back }));
    await api.store.database.transaction(async (tx) => {
      await openAccounts(api.store.database, [connector, shop], tx);
      await move(api.store.database, transfers, tx);
    });
  }
}

const own = async ({ shopID, currency }: Settlement): Promise<bigint> =>
  (await readBalance(api.store.database, settlementAccountIDs(shopID, currency))).own;

async function listLines(scope: StatementScope): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const line of readStatementLines(api.store.database, scope)) lines.push(line);
  return lines;
}

async function describeDocument(
  order: Parameters<typeof orderDocument>[1],
  now?: Date,
): Promise<DocumentContent & { id: string }> {
  const { documentID } = await orderDocument(api.store, order, now);
  return { ...(await findDocument(api.store.database, documentID!))!.content, id: documentID! };
}

const netOf = (lines: readonly StatementLine[]): bigint =>
  lines.reduce((sum, { grossMinor, feeMinor }) => sum + grossMinor - feeMinor, 0n);
const sectionsOf = ({ statement }: DocumentContent): bigint =>
  Object.values(statement!.groups).reduce((sum, minor) => sum + BigInt(minor), 0n);

const movements = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>('payment', 'payment', 'payment', 'refund', 'chargeback', 'disputeFee', 'correction'),
    amount: fc.integer({ min: 100, max: 1_000_000 }),
    fee: fc.integer({ min: 0, max: 99 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test('the statements of any batches follow each other, and each closes with what the ledger owes', async () => {
  const run = async (batches: Movement[][]): Promise<void> => {
    const settlement = await aShop();
    let previous = '0';
    for (const batch of batches) {
      await postMovements(settlement, batch);
      const closed = await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY });
      const order = { ...CALLER, kind: 'settlementStatement', ownerID: closed!.id } as const;
      const content = await describeDocument(order);
      const { opening, closing, lineCount } = content.statement!;
      const lines = await listLines({ batchID: closed!.id });
      expect([opening, BigInt(closing), lineCount]).toEqual([previous, await own(settlement), lines.length]);
      expect(BigInt(opening) + netOf(lines)).toBe(BigInt(closing));
      expect(BigInt(opening) + sectionsOf(content)).toBe(BigInt(closing));
      previous = closing;
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(movements, { minLength: 1, maxLength: 3 }), run), { numRuns: 15 });
});

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
/** The zone has no summer time. */
const VLADIVOSTOK_OFFSET_MS = 10 * 3_600_000;

/** Makes stored transfers earlier or later, which the ledger itself refuses. */
async function moveInTime(lines: readonly [StatementLine, string][]): Promise<void> {
  const { database } = api.store;
  await database.search('ALTER TABLE ledger_transfers DISABLE TRIGGER ledger_transfers_immutable', []);
  for (const [{ id }, time] of lines)
    await database.search(`UPDATE ledger_transfers SET created_at = $2 WHERE id = ANY ($1)`, [
      [id, id.replace('/capture', '/fee')],
      time,
    ]);
  await database.search('ALTER TABLE ledger_transfers ENABLE TRIGGER ledger_transfers_immutable', []);
}

test('the statements of two months follow each other by the time of the shop, and refuse a month that is not over', async () => {
  const settlement = await aShop();
  const order = { ...CALLER, kind: 'settlementMonth', ownerID: settlement.shopID } as const;
  const payment = { kind: 'payment', amount: 10_000, fee: 250 } as const;
  await postMovements(settlement, [payment, payment, { kind: 'correction', amount: 700, fee: 0 }]);
  const [first, last] = await listLines({ ...settlement, from: new Date(0), to: new Date(Date.now() + 1_000) });
  // Midnight in Vladivostok is 14:00 UTC of the day before.
  await moveInTime([
    [first!, '2026-03-31T13:59:59Z'],
    [last!, '2026-03-31T14:00:00Z'],
  ]);

  const march = await describeDocument({ ...order, month: '2026-03' });
  const april = await describeDocument({ ...order, month: '2026-04' });
  expect(march).toMatchObject({
    from: '2026-02-28T14:00:00Z',
    to: '2026-03-31T14:00:00Z',
    timeZone: 'Asia/Vladivostok',
  });
  expect(march.statement).toMatchObject({ opening: '0', closing: '9750', lineCount: 1 });
  expect(april.statement).toMatchObject({ opening: '9750', lineCount: 1 });
  const now = new Date();
  const month = monthOf(new Date(now.getTime() + VLADIVOSTOK_OFFSET_MS));
  const refused = { code: 'badFilter', message: expect.stringMatching(`^the month ${month} is open until`) as string };
  await expect(orderDocument(api.store, { ...order, month })).rejects.toMatchObject(refused);
  const later = new Date(now.getTime() + 40 * 86_400_000);
  const current = await describeDocument({ ...order, month }, later);
  expect(BigInt(current.statement!.closing)).toBe(await own(settlement));
  await expect(orderDocument(api.store, { ...order, month: '2026-13' })).rejects.toMatchObject({
    code: 'invalidRequest',
  });
});

test('a document is the same whenever it is ordered, and its files cannot come from other lines', async () => {
  const settlement = await aShop();
  await postMovements(settlement, [{ kind: 'payment', amount: 500, fee: 5 }]);
  const open = { ...CALLER, kind: 'settlementStatement', ownerID: 'none' } as const;
  await expect(orderDocument(api.store, open)).rejects.toMatchObject({ code: 'badFilter' });
  const closed = await closeBatch(api.store, { ...settlement, untilDay: LAST_DAY });
  const order = { ...open, ownerID: closed!.id };
  await expect(orderDocument(api.store, { ...order, callerPartyID: api.foreign.partyID })).rejects.toMatchObject({
    code: 'badFilter',
  });
  const { id, ...content } = await describeDocument(order);
  await api.store.database.search(`UPDATE contracts SET contractor = contractor || '{"inn": "0000000000"}'`, []);
  expect(await describeDocument({ ...order, orderedBy: 'another' })).toEqual({ id, ...content });

  const report = { ...(await orderDocument(api.store, order)), documentID: id };
  const file = { format: 'csv', sha256: 'a'.repeat(64), linesSha256: 'b'.repeat(64) } as const;
  await recordDocumentFile(api.store.database, report, file);
  await recordDocumentFile(api.store.database, report, file);
  const other = recordDocumentFile(api.store.database, report, { ...file, linesSha256: 'c'.repeat(64) });
  await expect(other).rejects.toThrow('its lines have changed');
  const subject = { subjectType: 'settlementDocument', subjectID: id, limit: 10 };
  const entries = await listAdministrativeActions(api.store.database, subject);
  expect(entries.map(({ after }) => after)).toEqual(
    Array.from({ length: 2 }, () => ({ reportID: report.id, format: 'csv', sha256: file.sha256 })),
  );
  expect(await verifyAudit(api.store.database)).not.toHaveProperty('fault');
});

const PROVIDER = {
  currency: 'RUB',
  name: 'ООО Провайдер',
  account: { number: '40702810400000000225' },
  inn: '7707083893',
};

test('the act of a contract is ordered once, on the day of its schedule, with its signer', async () => {
  const settlement = await aShop();
  await postMovements(settlement, [{ kind: 'payment', amount: 20_000, fee: 99 }]);
  const [line] = await listLines({ ...settlement, from: new Date(0), to: new Date(Date.now() + 1_000) });
  await moveInTime([[line!, '2026-05-15T12:00:00Z']]);
  const month = '2026-05';
  const day = (date: number): Date => new Date(Date.UTC(2026, 5, date, 12));
  const signer = {
    position: 'Директор',
    fullName: 'Иванова',
    document: { representativeDocumentType: 'ArticlesOfAssociation' },
  };
  const preferences = JSON.stringify({ serviceAcceptanceActPreferences: { scheduleID: 5, signer } });
  await api.store.database.search('UPDATE contracts SET reporting_preferences = $1', [preferences]);
  await api.store.database.search(
    `UPDATE payment_institutions SET terms = terms || jsonb_build_object('payoutAccounts', $1::jsonb) RETURNING id`,
    [JSON.stringify([PROVIDER])],
  );
  expect(await orderDueActs(api.store, 1, day(4))).toBe(0);
  const count = await orderDueActs(api.store, 1, day(5));
  expect(count).toBeGreaterThan(0);
  expect(await orderDueActs(api.store, 1, day(6))).toBe(0);
  const [contract] = await api.store.database.search<{ id: string }>(
    'SELECT contract_id AS id FROM shops WHERE id = $1',
    [settlement.shopID],
  );
  const act = await findDocument(api.store.database, `serviceAcceptanceAct/${contract!.id}/${month}`);
  expect(act?.content).toMatchObject({ signer, month, providerAccounts: [PROVIDER] });
  expect(act?.content.services).toContainEqual({
    shopName: `Магазин ${settlement.shopID}`,
    currency: 'RUB',
    turnover: '20000',
    fee: '99',
    vat: '0',
  });
});

test('a contract whose act cannot be ordered leaves those of others', async () => {
  const now = new Date();
  const [month, day] = [1, 2].map(
    (ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 6, 12)),
  );
  const { shopID } = await aShop();
  await api.store.database.search(
    `INSERT INTO contracts SELECT (jsonb_populate_record(c, '{"id": "last-contract"}')).* FROM contracts c ORDER BY id LIMIT 1`,
    [],
  );
  await api.store.database.search(`UPDATE shops SET contract_id = 'last-contract' WHERE id = $1`, [shopID]);
  let orders = 0;
  const admit = (): void => {
    // The invoice and the act of the first contract.
    if ((orders += 1) <= 2) throw new Refusal('temporarilyUnavailable', 'retry later');
  };
  const store = { ...api.store, admission: { admit } as unknown as typeof api.store.admission };
  await expect(orderDueActs(store, 1, day)).rejects.toThrow(/acts and invoices were not ordered/);
  const act = `serviceAcceptanceAct/last-contract/${month!.toISOString().slice(0, 7)}`;
  expect(await findDocument(api.store.database, act)).toBeDefined();
});
