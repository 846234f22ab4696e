import { DataKeys, KEPT_KEY_MS, MAX_KEPT_KEYS } from './data-keys';
import { newKey, type WrappedKey } from './key-encryption';
import { LocalKeys } from './local-keys';

let nowMs: number;

beforeEach(() => {
  nowMs = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

afterEach(() => jest.restoreAllMocks());

/** Counts the calls of a key service. */
function keysOf({ isRemote = true } = {}) {
  const provider = Object.assign(new LocalKeys([newKey()]), { isRemote });
  return { dataKeys: new DataKeys(provider), unwrap: jest.spyOn(provider, 'unwrap') };
}

test('a key of this process is not kept in memory, because unwrapping it calls no service', async () => {
  const { dataKeys, unwrap } = keysOf({ isRemote: false });
  const { key, wrapped } = await dataKeys.create('card');
  for (let round = 0; round < 2; round++) expect(await dataKeys.unwrap(wrapped, 'card')).toEqual(key);
  expect(unwrap).toHaveBeenCalledTimes(2);
});

test('an unwrapped key is kept for less than a minute, and then unwrapped again', async () => {
  const { dataKeys, unwrap } = keysOf();
  const { wrapped } = await dataKeys.create('card');
  nowMs += KEPT_KEY_MS - 1;
  await dataKeys.unwrap(wrapped, 'card');
  expect(unwrap).not.toHaveBeenCalled();
  nowMs += 1;
  await dataKeys.unwrap(wrapped, 'card');
  await dataKeys.unwrap(wrapped, 'card');
  expect(unwrap).toHaveBeenCalledTimes(1);
});

test('a kept key is returned for its own card and its own wrapping only', async () => {
  const { dataKeys, unwrap } = keysOf();
  const first = await dataKeys.create('card');
  const second = await dataKeys.create('card');
  expect(await dataKeys.unwrap(first.wrapped, 'card')).toEqual(first.key);
  expect(await dataKeys.unwrap(second.wrapped, 'card')).toEqual(second.key);
  expect(unwrap).not.toHaveBeenCalled();
  await expect(dataKeys.unwrap(first.wrapped, 'other card')).rejects.toThrow('cannot be decrypted');
});

test('forgetting a card forgets all its keys, and none of a card whose id begins like it', async () => {
  const { dataKeys, unwrap } = keysOf();
  const own = [await dataKeys.create('c1'), await dataKeys.create('c1')];
  const longer = await dataKeys.create('c12');
  dataKeys.forget('c1');
  await dataKeys.unwrap(longer.wrapped, 'c12');
  expect(unwrap).not.toHaveBeenCalled();
  for (const { wrapped } of own) await dataKeys.unwrap(wrapped, 'c1');
  expect(unwrap).toHaveBeenCalledTimes(2);
});

test('a thousand keys are kept, and one more takes the place of the oldest', async () => {
  const { dataKeys, unwrap } = keysOf();
  const wrapped: WrappedKey[] = [];
  const add = async (): Promise<void> => void wrapped.push((await dataKeys.create(`card ${wrapped.length}`)).wrapped);
  const isKept = async (index: number): Promise<boolean> => {
    const before = unwrap.mock.calls.length;
    await dataKeys.unwrap(wrapped[index] as WrappedKey, `card ${index}`);
    return unwrap.mock.calls.length === before;
  };
  while (wrapped.length < MAX_KEPT_KEYS) await add();
  expect(await isKept(0)).toBe(true);
  await add();
  expect([await isKept(MAX_KEPT_KEYS), await isKept(1), await isKept(0)]).toEqual([true, true, false]);
});

test('a key that is kept no longer leaves the memory when the next one comes', async () => {
  const { dataKeys } = keysOf();
  const kept = (dataKeys as unknown as { kept: Map<string, unknown> }).kept;
  for (const cardID of ['a', 'b']) await dataKeys.create(cardID);
  nowMs += 30_000;
  await dataKeys.create('c');
  expect(kept.size).toBe(3);
  nowMs += 30_000;
  await dataKeys.create('d');
  expect([...kept.keys()].map((name) => name.split(' ')[0])).toEqual(['c', 'd']);
});
