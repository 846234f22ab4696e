import { FairLimiter } from './fair-limiter';

test('one party alone gets half of all slots, each further party half of those that are left', () => {
  const limiter = new FairLimiter(256);
  const taken = ['first', 'second', 'third'].map((partyID) => {
    let count = 0;
    for (; limiter.freeFor(partyID) > 0; count++) limiter.take(partyID);
    return count;
  });
  expect(taken).toEqual([128, 64, 32]);
  for (let left = 128; left > 0; left--) limiter.release('first');
  expect(limiter.freeFor('second')).toBe(48);
  expect(limiter.partyIDs).toEqual(['second', 'third']);
});

test('a party gets no more slots than its limit', () => {
  const limiter = new FairLimiter(256, 20);
  expect(limiter.freeFor('party')).toBe(20);
  limiter.take('party');
  expect(limiter.freeFor('party')).toBe(19);
});

test('a slot that was not taken cannot be released', () => {
  expect(() => new FairLimiter(1).release('party')).toThrow('not taken');
});

test('a limiter is unused until a slot is taken and after the last one is released', () => {
  const limiter = new FairLimiter(4);
  expect(limiter.isUnused).toBe(true);
  for (const partyID of ['one', 'one', 'other']) limiter.take(partyID);
  for (const partyID of ['one', 'other']) limiter.release(partyID);
  expect([limiter.isUnused, limiter.partyIDs]).toEqual([false, ['one']]);
  limiter.release('one');
  expect([limiter.isUnused, limiter.partyIDs]).toEqual([true, []]);
});

test('slots taken above the limit leave none, and never a negative number', () => {
  const limiter = new FairLimiter(2, 1);
  for (let count = 0; count < 3; count++) limiter.take('party');
  expect([limiter.freeFor('party'), limiter.freeFor('other')]).toEqual([0, 0]);
});
