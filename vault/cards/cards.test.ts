import { Pool } from 'pg';
import { emptyDatabase } from '../../tests/harness/database';
import { migrateVault } from '../database/migrate';
import { DataKeys } from '../keys/data-keys';
import { newKey } from '../keys/key-encryption';
import { LocalKeys } from '../keys/local-keys';
import { isCardField, readCardField } from './card-content';
import { CardNotFound, Cards } from './cards';
import { FingerprintKey } from './fingerprint-key';

const CARD = { partyID: 'party', cardNumber: '2200123456789019', expDate: '07/31', cardHolder: 'ANN LEE', cvv: '123' };
const BARE = { partyID: 'party', cardNumber: '2200123456789019' };
const USE = { partyID: 'party', caller: 'worker', operationID: 'op', account: 'shop', origin: 'https://a' };
const PROVIDER = new LocalKeys([newKey()]);

let pool: Pool;
let dataKeys: DataKeys;
let cards: Cards;

const openCards = (provider = PROVIDER): Cards => {
  dataKeys = new DataKeys(provider);
  return new Cards({ pool, dataKeys, fingerprintKey: new FingerprintKey(pool, dataKeys), cvvSeconds: 60 });
};

beforeAll(async () => {
  const connectionString = await emptyDatabase();
  await migrateVault(connectionString);
  pool = new Pool({ connectionString });
});

beforeEach(async () => {
  await pool.query('TRUNCATE cards, cvvs, secrets');
  cards = openCards();
});

afterAll(async () => pool.end());

const reference = (cardID: string) => ({ cardID, partyID: 'party' });
const store = async (card: object = CARD) => (await cards.store({ ...BARE, ...card }, 'api')).cardID;
const openCard = async (cardID: string, from = cards) => from.decrypt({ ...USE, cardID });
const actionsOf = async (cardID: string): Promise<string[]> => {
  const text = `SELECT caller || ' ' || action AS action FROM audit_log WHERE card_id = $1 ORDER BY id`;
  return (await pool.query<{ action: string }>(text, [cardID])).rows.map(({ action }) => action);
};

test('a card is opened with everything that was stored, and with nothing else', async () => {
  const { partyID: _own, ...content } = CARD;
  expect(await openCard(await store())).toEqual(content);
  expect(await openCard(await store(BARE))).toEqual({ cardNumber: CARD.cardNumber });
});

test('a stored card is shown by its first six and last four digits', async () => {
  const mask = { bin: '220012', lastDigits: '9019' };
  const stored = await cards.store(CARD, 'api');
  const { cardID } = stored;
  const hash = expect.stringMatching(/^[\w-]{43}$/);
  expect(stored).toEqual({ cardID, ...mask, expDate: '07/31', fingerprint: hash, numberFingerprint: hash });
  expect(await cards.getMask(reference(cardID))).toEqual({ cardID, ...mask, expDate: '07/31' });
  const bare = await cards.store(BARE, 'api');
  expect(Object.keys(bare)).toEqual(['cardID', 'bin', 'lastDigits', 'fingerprint', 'numberFingerprint']);
  expect(await cards.getMask(reference(bare.cardID))).toEqual({ cardID: bare.cardID, ...mask });
});

test('a fingerprint tells number and expiry apart, and is the same for other parties and after a restart', async () => {
  const fingerprint = async (fields: object) => (await cards.store({ ...CARD, ...fields }, 'api')).fingerprint;
  const first = await fingerprint({});
  expect(await fingerprint({ partyID: 'other', cvv: '999', cardHolder: 'BOB' })).toBe(first);
  const others = [await fingerprint({ cardNumber: '4242424242424242' }), await fingerprint({ expDate: '08/31' })];
  const bare = (await cards.store(BARE, 'api')).fingerprint;
  expect(new Set([first, ...others, bare]).size).toBe(4);
  cards = openCards();
  expect(await fingerprint({})).toBe(first);
});

test('the fingerprint of a number is the same for every expiry date, and another for another number', async () => {
  const expiries = [undefined, '07/31', '08/31', '07/32'];
  const stored = await Promise.all(
    expiries.map((expDate) => cards.store({ ...BARE, ...(expDate !== undefined && { expDate }) }, 'api')),
  );
  const numbers = new Set(stored.map(({ numberFingerprint }) => numberFingerprint));
  const others = stored.map(({ fingerprint }) => fingerprint);
  expect([numbers.size, new Set([...numbers, ...others]).size]).toEqual([1, 5]);
  const other = await cards.store({ ...BARE, cardNumber: '4242424242424242' }, 'api');
  expect(numbers).not.toContain(other.numberFingerprint);
});

test('vaults that start at once create one key of fingerprints', async () => {
  const all = Array.from({ length: 8 }, () => openCards());
  const stored = await Promise.all(all.map(async (each) => each.store(CARD, 'api')));
  expect(new Set(stored.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  expect((await pool.query('SELECT name FROM secrets')).rows).toEqual([{ name: 'fingerprint' }]);
});

test('the key of fingerprints is read once, and again after a failure', async () => {
  const key = new FingerprintKey(pool, dataKeys);
  await pool.query('ALTER TABLE secrets RENAME TO hidden');
  await expect(key.read()).rejects.toThrow('does not exist');
  await pool.query('ALTER TABLE hidden RENAME TO secrets');
  const first = await key.read();
  expect(first).toHaveLength(32);
  const query = jest.spyOn(pool, 'query');
  expect(await key.read()).toBe(first);
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('an id that the vault chooses is a letter and 24 characters, and never has eight digits in a row', async () => {
  const ids = await Promise.all(Array.from({ length: 64 }, async () => store(BARE)));
  expect(new Set(ids).size).toBe(64);
  for (const id of ids) {
    expect(id).toMatch(/^c[0-9a-hj-km-np-tv-z]{24}$/);
    expect(id).not.toMatch(/\d{8}/);
  }
  const given = `c${'0'.repeat(24)}`;
  expect(await store({ ...BARE, cardID: given })).toBe(given);
});

test('a card is neither shown nor opened for another party, and an attempt is no use of it', async () => {
  const cardID = await store();
  const message = 'the vault has no such card of this party';
  for (const attempt of [
    cards.getMask({ cardID, partyID: 'other' }),
    cards.decrypt({ ...USE, cardID, partyID: 'other' }),
  ]) {
    const error = await attempt.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(CardNotFound);
    expect(error).toMatchObject({ name: 'CardNotFound', message });
  }
  expect(await actionsOf(cardID)).toEqual(['api store']);
  await openCard(cardID);
  expect(await actionsOf(cardID)).toEqual(['api store', 'worker forward']);
});

test('a card’s sealed row is not decrypted as another card’s', async () => {
  const [first, second] = [await store(), await store()];
  await pool.query(
    `UPDATE cards SET (encrypted_card, wrapped_key) = (SELECT encrypted_card, wrapped_key FROM cards WHERE id = $1)
     WHERE id = $2`,
    [first, second],
  );
  await expect(openCard(second)).rejects.toThrow('a record cannot be decrypted');
});

test('a card and its CVV do not stand for each other', async () => {
  const cardID = await store();
  await pool.query('UPDATE cvvs SET encrypted_cvv = (SELECT encrypted_card FROM cards WHERE id = card_id)');
  await expect(openCard(cardID)).rejects.toThrow('a record cannot be decrypted');
});

test('a CVV is not opened after its time, and is then deleted and counted', async () => {
  const [expired, valid] = [await store(), await store()];
  await pool.query(`UPDATE cvvs SET valid_until = valid_until - interval '60 seconds' WHERE card_id = $1`, [expired]);
  expect(await openCard(expired)).not.toHaveProperty('cvv');
  expect(await openCard(valid)).toHaveProperty('cvv', '123');
  expect([await cards.deleteExpiredCvvs(), await cards.deleteExpiredCvvs()]).toEqual([1, 0]);
  expect((await actionsOf(expired)).at(-1)).toBe('vault expireCvv');
});

test('CVVs are deleted for the cards of their own parties only', async () => {
  const [own, foreign, other] = [await store(), await store(), await store()];
  await cards.deleteCvvs([reference(own), { cardID: foreign, partyID: 'other' }], 'worker');
  const opened = await Promise.all([own, foreign, other].map(async (cardID) => openCard(cardID)));
  expect(opened.map(({ cvv }) => cvv)).toEqual([undefined, '123', '123']);
  expect((await actionsOf(own)).slice(0, 2)).toEqual(['api store', 'worker deleteCvv']);
});

test('an operator deletes any card at once, and the worker one that is not due a day later', async () => {
  const [first, second] = [await store(), await store()];
  expect(await cards.delete(reference(first), 'operator')).toBeUndefined();
  expect(await actionsOf(first)).toEqual(['api store', 'operator delete']);
  const later = await cards.delete(reference(second), 'worker');
  expect(later).toEqual({ deleteAt: expect.any(Date), isNew: true });
  expect(await cards.delete(reference(second), 'worker')).toEqual({ ...later, isNew: false });
  expect(await cards.delete(reference('unknown'), 'worker')).toBeUndefined();
});

test('a deleted card leaves no unwrapped key in memory', async () => {
  const cardID = await store();
  const forget = jest.spyOn(dataKeys, 'forget');
  await cards.delete(reference(cardID), 'operator');
  expect(forget).toHaveBeenCalledWith(cardID);
});

test('a requested deletion is done at its time, unless it is cancelled or the card is kept', async () => {
  const ids = [await store(), await store(), await store()];
  for (const cardID of ids) await cards.delete(reference(cardID), 'worker');
  const [due = '', kept = '', cancelled = ''] = ids;
  await cards.keep(reference(kept), 'api');
  await pool.query('UPDATE cards SET delete_at = now() WHERE id = $1', [due]);
  expect([await cards.cancelDeletions('operator'), await cards.cancelDeletions('operator')]).toEqual([1, 0]);
  await cards.deleteRequested();
  const left = await pool.query<{ id: string }>('SELECT id FROM cards WHERE delete_at IS NULL');
  expect(left.rows.map(({ id }) => id).sort()).toEqual([kept, cancelled].sort());
  expect((await pool.query('SELECT FROM cards')).rowCount).toBe(2);
});

test('a card without an end is kept without one, and a card of another party is not found', async () => {
  const until = '2099-01-01T00:00:00.000Z';
  const cardID = await store({ deleteAfter: '2098-01-01T00:00:00Z' });
  const dueAt = async () => (await pool.query<{ due: Date | null }>('SELECT due_at AS due FROM cards')).rows[0]?.due;
  await cards.keep({ ...reference(cardID), until }, 'api');
  expect((await dueAt())?.toISOString()).toBe(until);
  await cards.keep(reference(cardID), 'api');
  expect(await dueAt()).toBeNull();
  await expect(cards.keep({ cardID, partyID: 'other' }, 'api')).rejects.toBeInstanceOf(CardNotFound);
});

test('the fields of a card are read in each of their forms', () => {
  const { partyID: _own, ...card } = CARD;
  const fields = ['number', 'cvv', 'holder', 'expMonth', 'expYear', 'expYearShort', 'expDate'] as const;
  expect(fields.map((field) => readCardField(card, field))).toEqual([
    ...['2200123456789019', '123', 'ANN LEE', '07', '2031', '31', '07/31'],
  ]);
  const bare = fields.map((field) => readCardField({ cardNumber: '4242424242424242' }, field));
  expect(bare).toEqual(['4242424242424242', ...Array<undefined>(6).fill(undefined)]);
  expect([...fields.map(isCardField), isCardField('pin'), isCardField('')]).toEqual([
    ...fields.map(() => true),
    false,
    false,
  ]);
});
