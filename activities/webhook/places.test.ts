import { PartyShare } from './party-share';
import { Places } from './places';

const at = (host: string, partyID = 'party') => ({
  webhookID: `webhook-${host}`,
  partyID,
  url: `https://${host}/hook`,
});

function takeMany(places: Places, number: number, destination: (index: number) => ReturnType<typeof at>) {
  return Array.from({ length: number }, (_, index) => places.take(destination(index))).filter((place) => place);
}

afterEach(() => void jest.useRealTimers());

test('one party alone takes half of all places, and each that comes as many as are then free', () => {
  const share = new PartyShare(256);
  const taken = ['first', 'second', 'third'].map((partyID) => {
    let count = 0;
    while (share.take(partyID)) count++;
    return count;
  });
  expect(taken).toEqual([128, 64, 32]);
  for (let left = 128; left > 0; left--) share.release('first');
  expect(share.roomOf('second')).toBe(48);
  expect(share.partyIDs).toEqual(['second', 'third']);
});

test('a place that nobody holds cannot be released', () => {
  expect(() => new PartyShare(1).release('party')).toThrow('nobody held');
});

test('a party with many hosts leaves places to another, and at one host to another too', () => {
  const places = new Places({ quick: 256, slow: 128 });
  expect(takeMany(places, 400, (index) => at(`host-${index % 20}.example`))).toHaveLength(128);
  expect(takeMany(places, 100, () => at('host-1.example', 'other'))).toHaveLength(20);
});

test('what is slow leaves its place, its endpoint is given slow places from then on, and quick ones once it is quick', async () => {
  jest.useFakeTimers();
  let heard = 0;
  const places = new Places({ quick: 256, slow: 4 }, () => heard++);
  const silent = Array.from({ length: 10 }, () => {
    const place = places.take(at('silent.example'));
    let end = (): void => undefined;
    const exchange = place?.during(() => new Promise<void>((resolve) => (end = resolve)));
    return { place, end: () => end(), exchange };
  });
  expect(places.rooms().ofParty.get('party')).toBe(118);
  jest.advanceTimersByTime(1_500);
  expect(heard).toBe(2);
  expect(places.rooms()).toMatchObject({ ofParty: new Map([['party', 120]]) });
  expect(places.rooms().ofWebhook.get('webhook-silent.example')).toBe(0);
  expect(places.take(at('silent.example'))).toBeUndefined();
  expect(places.take(at('quick.example'))).toBeDefined();
  for (const { end, exchange, place } of silent) {
    end();
    await exchange;
    place?.release();
  }
  const again = places.take(at('silent.example'));
  await again?.during(() => Promise.resolve());
  expect(places.rooms().ofWebhook.size).toBe(0);
});

test('an endpoint that was slow is forgotten when nothing was sent to it for a minute', () => {
  jest.useFakeTimers();
  const places = new Places({ quick: 8, slow: 8 });
  void places.take(at('silent.example'))?.during(() => new Promise(() => undefined));
  jest.advanceTimersByTime(30_000);
  expect(places.rooms().ofWebhook.size).toBe(1);
  jest.advanceTimersByTime(40_000);
  expect(places.rooms().ofWebhook.size).toBe(0);
});
