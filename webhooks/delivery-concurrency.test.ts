import { PerPartyLimiter } from './per-party-limiter';
import { DeliveryConcurrency } from './delivery-concurrency';

const at = (host: string, partyID = 'party') => ({
  webhookID: `webhook-${host}`,
  partyID,
  url: `https://${host}/hook`,
});

function takeMany(limiter: DeliveryConcurrency, number: number, destination: (index: number) => ReturnType<typeof at>) {
  return Array.from({ length: number }, (_, index) => limiter.take(destination(index))).filter((slot) => slot);
}

afterEach(() => void jest.useRealTimers());

test('one party alone takes half of all slots, and each that comes as many as are then free', () => {
  const limiter = new PerPartyLimiter(256);
  const taken = ['first', 'second', 'third'].map((partyID) => {
    let count = 0;
    while (limiter.take(partyID)) count++;
    return count;
  });
  expect(taken).toEqual([128, 64, 32]);
  for (let left = 128; left > 0; left--) limiter.release('first');
  expect(limiter.freeFor('second')).toBe(48);
  expect(limiter.partyIDs).toEqual(['second', 'third']);
});

test('a slot that nobody holds cannot be released', () => {
  expect(() => new PerPartyLimiter(1).release('party')).toThrow('nobody held');
});

test('a party with many hosts leaves slots to another, and at one host to another too', () => {
  const limiter = new DeliveryConcurrency({ fast: 256, slow: 128 });
  expect(takeMany(limiter, 400, (index) => at(`host-${index % 20}.example`))).toHaveLength(128);
  expect(takeMany(limiter, 100, () => at('host-1.example', 'other'))).toHaveLength(20);
});

test('what is slow leaves its slot, its endpoint is given slow slots from then on, and fast ones once it is fast', async () => {
  jest.useFakeTimers();
  let heard = 0;
  const limiter = new DeliveryConcurrency({ fast: 256, slow: 4 }, () => heard++);
  const silent = Array.from({ length: 10 }, () => {
    const slot = limiter.take(at('silent.example'));
    let end = (): void => undefined;
    const exchange = slot?.during(() => new Promise<void>((resolve) => (end = resolve)));
    return { slot, end: () => end(), exchange };
  });
  expect(limiter.leaseLimits().perParty.get('party')).toBe(118);
  jest.advanceTimersByTime(1_500);
  expect(heard).toBe(2);
  expect(limiter.leaseLimits()).toMatchObject({ perParty: new Map([['party', 120]]) });
  expect(limiter.leaseLimits().perWebhook.get('webhook-silent.example')).toBe(0);
  expect(limiter.take(at('silent.example'))).toBeUndefined();
  expect(limiter.take(at('fast.example'))).toBeDefined();
  for (const { end, exchange, slot } of silent) {
    end();
    await exchange;
    slot?.release();
  }
  const again = limiter.take(at('silent.example'));
  await again?.during(() => Promise.resolve());
  expect(limiter.leaseLimits().perWebhook.size).toBe(0);
});

const sharing = () => new DeliveryConcurrency({ fast: 256, slow: 128, slowPerHost: 10 });

async function answerOnce(limiter: DeliveryConcurrency, destination: ReturnType<typeof at>): Promise<void> {
  const slot = limiter.take(destination);
  await slot?.during(() => Promise.resolve());
  slot?.release();
}

test('endpoints that never answer leave half of their host to those of their party that do, from their first message on', async () => {
  jest.useFakeTimers();
  const limiter = sharing();
  const silent = Array.from({ length: 20 }, (_, index) => ({ ...at('shop.example'), webhookID: `silent-${index}` }));
  const good = { ...at('shop.example'), webhookID: 'good' };
  await answerOnce(limiter, good);
  const begin = (destination: ReturnType<typeof at>) => {
    const slot = limiter.take(destination);
    let end = (): void => undefined;
    const exchange = slot?.during(() => new Promise<void>((resolve) => (end = resolve)));
    return { slot, end: () => end(), exchange };
  };
  const first = silent.map(begin);
  expect(first.filter(({ slot }) => slot)).toHaveLength(10);
  const answering = Array.from({ length: 11 }, () => limiter.take(good));
  expect(answering.filter(Boolean)).toHaveLength(10);
  jest.advanceTimersByTime(1_500);
  expect([limiter.take(good), ...limiter.leaseLimits().perWebhook.values()].filter(Boolean)).toEqual([]);
  for (const slot of answering) slot?.release();
  expect(silent.map((destination) => limiter.take(destination)).filter(Boolean)).toEqual([]);
  for (const { end, exchange, slot } of first) {
    end();
    await exchange;
    slot?.release();
  }
  const leased = [...limiter.leaseLimits().perWebhook.values()];
  expect(leased.filter((count) => count > 0)).toHaveLength(10);
  const again = silent.map((destination) => limiter.take(destination));
  expect(again.filter(Boolean)).toHaveLength(10);
  expect([...limiter.leaseLimits().perWebhook.values()].filter(Boolean)).toEqual([]);
  expect(Array.from({ length: 11 }, () => limiter.take(good)).filter(Boolean)).toHaveLength(10);
  for (const slot of again) slot?.release();
  expect(limiter.take(silent[19]!)).toBeDefined();
});

test('an endpoint of which nothing is known has one exchange at a time, and as many as any other once it has answered', async () => {
  const limiter = sharing();
  const slot = limiter.take(at('new.example'));
  expect(slot).toBeDefined();
  expect(limiter.take(at('new.example'))).toBeUndefined();
  expect(limiter.leaseLimits().perWebhook).toEqual(new Map([['webhook-new.example', 0]]));
  await slot?.during(() => Promise.resolve());
  expect(limiter.leaseLimits().perWebhook.size).toBe(0);
  expect(takeMany(limiter, 30, () => at('new.example'))).toHaveLength(19);
});

test('what was not sent tells nothing of an endpoint, which has its one exchange again', async () => {
  const limiter = sharing();
  limiter.take(at('new.example'))?.release();
  const slot = limiter.take(at('new.example'));
  await expect(slot?.during(() => Promise.reject(new Error('the record is away')))).rejects.toThrow('away');
  slot?.release();
  expect(takeMany(limiter, 2, () => at('new.example'))).toHaveLength(1);
});

test('an endpoint that was slow is forgotten when nothing was sent to it for a minute', () => {
  jest.useFakeTimers();
  const limiter = new DeliveryConcurrency({ fast: 8, slow: 8 });
  void limiter.take(at('silent.example'))?.during(() => new Promise(() => undefined));
  jest.advanceTimersByTime(30_000);
  expect(limiter.leaseLimits().perWebhook.size).toBe(1);
  jest.advanceTimersByTime(40_000);
  expect(limiter.leaseLimits().perWebhook.size).toBe(0);
});
