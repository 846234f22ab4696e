import { DeliveryConcurrency, type Slot } from './delivery-concurrency';

type Destination = Parameters<DeliveryConcurrency['take']>[0];

const at = (host: string, partyID = 'party'): Destination => ({
  webhookID: `webhook-${host}`,
  partyID,
  url: `https://${host}/hook`,
});

const GOOD = { ...at('shop.example'), webhookID: 'good' };
const SILENT = Array.from({ length: 20 }, (_, index) => ({ ...at('shop.example'), webhookID: `silent-${index}` }));

let proven: string[];
let concurrency: DeliveryConcurrency;
beforeEach(() => {
  proven = [];
  concurrency = new DeliveryConcurrency({ total: 256, slow: 64, unprovenPerHost: 10 }, (id) => proven.push(id));
});
afterEach(() => void jest.useRealTimers());

const takeMany = (count: number, getDestination: (index: number) => Destination): Slot[] =>
  Array.from({ length: count }, (_, index) => concurrency.take(getDestination(index))).filter(
    (slot) => slot !== undefined,
  );

async function respond(destination: Destination): Promise<void> {
  const slot = concurrency.take(destination);
  await slot?.during(() => Promise.resolve());
  slot?.release();
}

/** Starts a delivery without response; the function that is returned ends it. */
function hang(slot: Slot): () => Promise<void> {
  let respondNow = (): void => undefined;
  const delivery = slot.during(() => new Promise<void>((resolve) => (respondNow = resolve)));
  return async () => {
    respondNow();
    await delivery;
    slot.release();
  };
}

test('a party with many hosts leaves slots to another party, also at the same host', async () => {
  const hosts = Array.from({ length: 20 }, (_, index) => `host-${index}.example`);
  for (const host of hosts) await respond(at(host));
  await respond(at('host-1.example', 'other'));
  expect(takeMany(400, (index) => at(hosts[index % 20] ?? ''))).toHaveLength(128);
  expect(takeMany(100, () => at('host-1.example', 'other'))).toHaveLength(20);
});

test('endpoints without response leave half of their host to other endpoints of their party', async () => {
  jest.useFakeTimers();
  await respond(GOOD);
  const ends = takeMany(20, (index) => SILENT[index] ?? GOOD).map(hang);
  expect(ends).toHaveLength(10);
  jest.advanceTimersByTime(1_500);
  const good = takeMany(11, () => GOOD);
  expect(good).toHaveLength(10);
  for (const slot of good) slot.release();
  expect(takeMany(20, (index) => SILENT[index] ?? GOOD)).toEqual([]);
  for (const end of ends) await end();
  expect(takeMany(20, (index) => SILENT[index] ?? GOOD)).toHaveLength(10);
  expect(takeMany(11, () => GOOD)).toHaveLength(10);
});

test('slow endpoints of a party have half of the slow slots, at however many hosts', () => {
  jest.useFakeTimers();
  const takeOneEach = () => takeMany(40, (index) => at(`silent-${index}.example`));
  takeOneEach().forEach(hang);
  jest.advanceTimersByTime(1_500);
  expect(takeOneEach()).toEqual([]);
  expect(concurrency.freePerParty()).toEqual({ perParty: new Map([['party', 88]]), defaultPerParty: 108 });
});

test('untested endpoints need no slow slot', () => {
  jest.useFakeTimers();
  takeMany(200, (index) => at(`silent-${index}.example`, `party-${index}`)).forEach(hang);
  jest.advanceTimersByTime(1_500);
  expect(concurrency.take(at('silent-1.example', 'party-1'))).toBeUndefined();
  expect(concurrency.take(at('new.example', 'new'))).toBeDefined();
});

test('an untested endpoint gets all slots of its host with its first response in time', async () => {
  const [first, ...others] = takeMany(30, () => at('new.example'));
  expect(others).toHaveLength(9);
  await first?.during(() => Promise.resolve());
  expect(proven).toEqual(['party']);
  expect(takeMany(30, () => at('new.example'))).toHaveLength(10);
});

test('a slow endpoint is fast again after a response in time', async () => {
  jest.useFakeTimers();
  const [end] = takeMany(1, () => at('slow.example')).map(hang);
  jest.advanceTimersByTime(1_500);
  await end?.();
  await respond(at('slow.example'));
  expect(takeMany(30, () => at('slow.example'))).toHaveLength(20);
});

test('a delivery that was not sent says nothing about its endpoint', async () => {
  const [slot] = takeMany(1, () => at('new.example'));
  await expect(slot?.during(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  slot?.release();
  expect(takeMany(30, () => at('new.example'))).toHaveLength(10);
});

test('a slow endpoint is untested again after a minute without a delivery', () => {
  jest.useFakeTimers();
  takeMany(40, (index) => at(`silent-${index}.example`)).forEach(hang);
  jest.advanceTimersByTime(1_500);
  expect(concurrency.take(at('silent-1.example'))).toBeUndefined();
  jest.advanceTimersByTime(60_000);
  expect(concurrency.take(at('silent-1.example'))).toBeUndefined();
  jest.advanceTimersByTime(1);
  expect(concurrency.take(at('silent-1.example'))).toBeDefined();
});

test('an endpoint that stays slow holds one slow slot for each delivery in progress', async () => {
  jest.useFakeTimers();
  for (let count = 0; count < 100; count++) {
    const [end] = takeMany(1, () => at('slow.example')).map(hang);
    jest.advanceTimersByTime(1_500);
    await end?.();
  }
  expect(takeMany(30, () => at('slow.example'))).toHaveLength(10);
});

test('only a first response in time frees a slot for others', async () => {
  for (let count = 0; count < 3; count++) await respond(GOOD);
  expect(proven).toEqual(['party']);
});

test('a host without a delivery takes no memory', async () => {
  const slots = takeMany(2, () => at('new.example'));
  slots[0]?.release();
  expect(concurrency['hosts'].size).toBe(1);
  slots[1]?.release();
  expect(concurrency['hosts'].size).toBe(0);
});

test('the speed of the ten thousand endpoints that were delivered to last is remembered', async () => {
  const endpoint = (index: number) => ({ ...at('shop.example'), webhookID: `known-${index}` });
  for (let index = 0; index < 10_000; index++) await respond(endpoint(index));
  // Endpoints without response hold all slots of untested ones at this host.
  expect(takeMany(20, (index) => SILENT[index] ?? GOOD)).toHaveLength(10);
  concurrency.take(endpoint(0))?.release();
  await respond(endpoint(0));
  expect(concurrency.take(endpoint(1))).toBeDefined();
  await respond({ ...at('other.example'), webhookID: 'one more' });
  expect(concurrency.take(endpoint(1))).toBeUndefined();
  for (const index of [0, 2, 9_999]) expect(concurrency.take(endpoint(index))).toBeDefined();
});
