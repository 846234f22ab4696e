import { Pool } from 'pg';
import { emptyDatabase } from '../../tests/harness/database';
import { migrateVault } from '../database/migrate';
import { WrongShare, newKey, type KeyProvider } from './key-encryption';
import { LocalKeys } from './local-keys';
import { Rotation } from './rotation';

const [OLD, CURRENT] = [newKey(), newKey()];
const old = new LocalKeys([OLD]);
const both = new LocalKeys([CURRENT, OLD]);
const current = new LocalKeys([CURRENT]);

let pool: Pool;

beforeAll(async () => {
  const connectionString = await emptyDatabase();
  await migrateVault(connectionString);
  pool = new Pool({ connectionString });
});

beforeEach(async () => {
  await pool.query('DELETE FROM cards');
  await pool.query('DELETE FROM secrets');
});

afterAll(async () => pool.end());

async function addCard(id: string, provider: LocalKeys = old): Promise<void> {
  const { bytes, keyID } = await provider.wrap(Buffer.from(`data key of ${id}`), id);
  await pool.query(
    `INSERT INTO cards (id, party_id, bin, last_digits, encrypted_card, wrapped_key, key_id)
     VALUES ($1, 'party', '424242', '4242', '\\x00', $2, $3)`,
    [id, bytes, keyID],
  );
}

async function addSecret(): Promise<void> {
  const { bytes, keyID } = await old.wrap(Buffer.from('data key of fingerprint'), 'fingerprint');
  const text = `INSERT INTO secrets (name, encrypted_content, wrapped_key, key_id) VALUES ('fingerprint', '\\x00', $1, $2)`;
  await pool.query(text, [bytes, keyID]);
}

async function readKeys(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; bytes: Buffer; keyID: string }>(
    `SELECT id, wrapped_key AS bytes, key_id AS "keyID" FROM cards
     UNION ALL SELECT name, wrapped_key, key_id FROM secrets ORDER BY id`,
  );
  return Promise.all(rows.map(async ({ id, ...wrapped }) => (await current.unwrap(wrapped, id)).toString()));
}

async function readAudit(): Promise<unknown[]> {
  const { rows } = await pool.query('SELECT caller, action, outcome FROM audit_log ORDER BY id DESC LIMIT 1');
  return Object.values(rows[0] as object);
}

test('a rotation rewraps secrets and cards in batches until none remains', async () => {
  await addSecret();
  for (const id of ['a', 'b', 'c']) await addCard(id);
  const rotation = new Rotation(pool, both);
  const currentKey = await both.currentKeyID();
  expect(await rotation.rewrap(2, 'operator')).toEqual({ rewrapped: 2, remaining: 2, currentKey });
  expect(await readAudit()).toEqual(['operator', 'rotate', `2 keys under ${currentKey}, 2 remain`]);
  expect(await rotation.rewrap(2, 'operator')).toEqual({ rewrapped: 2, remaining: 0, currentKey });
  expect(await rotation.rewrap(2, 'operator')).toEqual({ rewrapped: 0, remaining: 0, currentKey });
  expect(await readKeys()).toEqual(['data key of a', 'data key of b', 'data key of c', 'data key of fingerprint']);
});

test('a batch of one key takes the secret first, and no card', async () => {
  await addSecret();
  await addCard('a');
  const rotation = new Rotation(pool, both);
  expect(await rotation.rewrap(1, 'operator')).toMatchObject({ rewrapped: 1, remaining: 1 });
  const text = 'SELECT key_id AS "keyID" FROM secrets';
  expect((await pool.query(text)).rows).toEqual([{ keyID: await both.currentKeyID() }]);
});

test('keys that are under the current key stay as they are', async () => {
  await addCard('a', current);
  const read = async () => (await pool.query('SELECT wrapped_key FROM cards')).rows;
  const before = await read();
  expect(await new Rotation(pool, both).rewrap(10, 'operator')).toMatchObject({ rewrapped: 0, remaining: 0 });
  expect(await read()).toEqual(before);
});

test('a card that a concurrent rotation has rewrapped is not counted twice', async () => {
  await addCard('a');
  const other = new Rotation(pool, both);
  const slow: KeyProvider = Object.assign(new LocalKeys([CURRENT, OLD]), {
    wrap: async (key: Buffer, id: string) => {
      await other.rewrap(10, 'other operator');
      return both.wrap(key, id);
    },
  });
  expect(await new Rotation(pool, slow).rewrap(10, 'operator')).toMatchObject({ rewrapped: 0, remaining: 0 });
  expect(await readKeys()).toEqual(['data key of a']);
});

test('the status counts cards by the key that wraps their data keys', async () => {
  for (const id of ['a', 'b']) await addCard(id);
  await addCard('c', current);
  const [oldID, currentID] = [await old.currentKeyID(), await current.currentKeyID()];
  expect(await new Rotation(pool, both).status()).toEqual({
    state: 'ready',
    currentKey: currentID,
    cardsByKey: { [oldID]: 2, [currentID]: 1 },
    missingShares: 0,
  });
});

/** Keys that need two shares, each of them `share`. */
function lockedKeys(): KeyProvider {
  let missing = 2;
  return Object.assign(new LocalKeys([CURRENT]), {
    missingShares: () => missing,
    unlock: (share: string) => {
      if (share === 'defect') throw new TypeError('a defect');
      if (share !== 'share') throw new WrongShare('the share is mistyped');
      missing -= 1;
    },
  });
}

test('a locked vault shows what is missing, and no key', async () => {
  expect(await new Rotation(pool, lockedKeys()).status()).toEqual({
    state: 'locked',
    cardsByKey: {},
    missingShares: 2,
  });
});

test('each share is recorded with what is missing after it, and a wrong one with its mistake', async () => {
  const rotation = new Rotation(pool, lockedKeys());
  expect(await rotation.unlock('share', 'operator')).toMatchObject({ state: 'locked', missingShares: 1 });
  expect(await readAudit()).toEqual(['operator', 'unlock', '1 shares missing']);
  await expect(rotation.unlock('wrong', 'operator')).rejects.toBeInstanceOf(WrongShare);
  expect(await readAudit()).toEqual(['operator', 'unlock', 'the share is mistyped']);
  await expect(rotation.unlock('defect', 'operator')).rejects.toThrow(TypeError);
  expect(await readAudit()).toEqual(['operator', 'unlock', 'the share is mistyped']);
  expect(await rotation.unlock('share', 'operator')).toMatchObject({ state: 'ready', missingShares: 0 });
  expect(await readAudit()).toEqual(['operator', 'unlock', '0 shares missing']);
});

test('a vault whose key has no shares takes none', async () => {
  await expect(new Rotation(pool, current).unlock('share', 'operator')).rejects.toThrow(
    new WrongShare('the key of this vault does not consist of shares'),
  );
});
