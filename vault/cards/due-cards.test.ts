import { Client } from 'pg';
import { cardPlaceholder } from '../client/vault.types';
import { startAcquirer, type TestAcquirer } from '../testing/test-acquirer';
import { startTestVault, type TestVault } from '../testing/test-vault';

const CARD = { partyID: 'party', cardNumber: '4242424242424242', cvv: '123' };
const DAY_MS = 86_400_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

let vault: TestVault;
let acquirer: TestAcquirer;
let database: Client;

beforeAll(async () => {
  [vault, acquirer] = await Promise.all([startTestVault(), startAcquirer()]);
  await acquirer.register(vault);
  database = new Client({ connectionString: vault.databaseUrl });
  await database.connect();
});

beforeEach(() => acquirer.reset());

afterAll(async () => {
  await database.end();
  await vault.stop();
  await acquirer.close();
});

const store = async (deleteAfter?: string) =>
  (await vault.clients.api.storeCard({ ...CARD, ...(deleteAfter && { deleteAfter }) })).cardID;

const reference = (cardID: string) => ({ cardID, partyID: 'party' });

const withCvv = (cardID: string) => ({
  body: JSON.stringify({
    paymentTool: {
      cardNumber: cardPlaceholder(cardID, 'number'),
      cvv: cardPlaceholder(cardID, 'cvv', { isOptional: true }),
    },
  }),
});

async function makeDue(cardID: string): Promise<void> {
  await database.query(`UPDATE cards SET due_at = now() - interval '1 second' WHERE id = $1`, [cardID]);
}

async function exists(cardID: string): Promise<boolean> {
  return (await database.query('SELECT FROM cards WHERE id = $1', [cardID])).rowCount === 1;
}

async function readActions(cardID: string): Promise<unknown[]> {
  const text = 'SELECT caller, action FROM audit_log WHERE card_id = $1 ORDER BY id';
  return (await database.query(text, [cardID])).rows.map(({ caller, action }) => `${caller} ${action}`);
}

test('an expired CVV is not sent, even if it is not deleted yet', async () => {
  const cardID = await store();
  await database.query(`UPDATE cvvs SET valid_until = now() - interval '1 ms' WHERE card_id = $1`, [cardID]);
  // The lock keeps the vault from deleting it.
  await database.query('BEGIN');
  expect((await database.query('SELECT FROM cvvs WHERE card_id = $1 FOR UPDATE', [cardID])).rowCount).toBe(1);
  await vault.clients.worker.forward(acquirer.request(cardID, withCvv(cardID)));
  await database.query('ROLLBACK');
  expect(acquirer.received.map(({ body }) => body)).toEqual([
    JSON.stringify({ paymentTool: { cardNumber: CARD.cardNumber } }),
  ]);
});

test('a card that is due or deleted is not sent', async () => {
  const [due, deleted] = [await store(inMs(DAY_MS)), await store()];
  await makeDue(due);
  await vault.clients.operator.deleteCard(reference(deleted));
  for (const cardID of [due, deleted])
    await expect(vault.clients.worker.forward(acquirer.request(cardID))).rejects.toMatchObject({
      code: 'cardNotFound',
    });
  expect(acquirer.received).toEqual([]);
});

test('the worker deletes a card that is due at once, and any other a day later', async () => {
  const [due, early, endless] = [await store(inMs(DAY_MS)), await store(inMs(DAY_MS)), await store()];
  await makeDue(due);
  expect(await vault.clients.worker.deleteCard(reference(due))).toBeUndefined();
  expect([await exists(due), await readActions(due)]).toEqual([false, ['api store', 'worker delete']]);
  for (const cardID of [early, endless]) {
    const later = await vault.clients.worker.deleteCard(reference(cardID));
    expect(Date.parse(later?.deleteAt ?? '') - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    expect(await vault.clients.worker.deleteCard(reference(cardID))).toEqual(later);
    await vault.clients.worker.forward(acquirer.request(cardID));
    expect((await readActions(cardID)).slice(0, 2)).toEqual(['api store', 'worker requestDeletion']);
  }
  await database.query('UPDATE cards SET delete_at = now() WHERE id = $1', [early]);
  expect(await vault.clients.worker.deleteCard(reference(early))).toBeUndefined();
  expect([await exists(early), await exists(endless)]).toEqual([false, true]);
});

test('the vault deletes cards itself whose deletion was requested, and an operator can cancel it', async () => {
  const [first, second] = [await store(), await store()];
  for (const cardID of [first, second]) await vault.clients.worker.deleteCard(reference(cardID));
  await database.query('UPDATE cards SET delete_at = now() WHERE id = $1', [first]);
  expect((await vault.clients.operator.cancelDeletions()).cancelled).toBeGreaterThanOrEqual(1);
  for (const end = Date.now() + 40_000; Date.now() < end && (await exists(first));)
    await new Promise((resolve) => setTimeout(resolve, 200));
  expect([await exists(first), await exists(second)]).toEqual([false, true]);
  expect((await readActions(first)).at(-1)).toBe('vault delete');
  expect((await readActions(second)).at(-1)).toBe('operator cancelDeletion');
});

test('the API keeps a card longer, and never for a shorter time', async () => {
  const cardID = await store(inMs(DAY_MS));
  const due = async () =>
    (await database.query('SELECT due_at FROM cards WHERE id = $1', [cardID])).rows[0].due_at as Date | null;
  const [sooner, later] = [inMs(1_000), inMs(9 * DAY_MS)];
  const first = await due();
  await vault.clients.api.keepCard({ ...reference(cardID), until: sooner });
  expect(await due()).toEqual(first);
  await vault.clients.worker.deleteCard(reference(cardID));
  await vault.clients.api.keepCard({ ...reference(cardID), until: later });
  expect((await due())?.toISOString()).toBe(later);
  expect((await database.query('SELECT delete_at FROM cards WHERE id = $1', [cardID])).rows).toEqual([
    { delete_at: null },
  ]);
  await vault.clients.api.keepCard(reference(cardID));
  await vault.clients.api.keepCard({ ...reference(cardID), until: later });
  expect(await due()).toBeNull();
  const foreign = { cardID, partyID: 'other' };
  await expect(vault.clients.api.keepCard(foreign)).rejects.toMatchObject({ code: 'cardNotFound' });
});

test('64 callers that delete one card at once delete it once', async () => {
  const cardID = await store(inMs(DAY_MS));
  await makeDue(cardID);
  await Promise.all(Array.from({ length: 64 }, async () => vault.clients.worker.deleteCard(reference(cardID))));
  expect(await readActions(cardID)).toEqual(['api store', 'worker delete']);
});
