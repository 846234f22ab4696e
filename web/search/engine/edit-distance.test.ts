import { isOneEditAway } from './edit-distance';

describe('one typing error', () => {
  test.each([
    ['вебхук', 'вебхку', 'two neighbours swapped'],
    ['токен', 'тоен', 'a letter left out'],
    ['токен', 'ттокен', 'a letter too many'],
    ['токен', 'такен', 'another letter'],
  ])('%s and %s: %s', (a, b) => {
    expect(isOneEditAway(a, b)).toBe(true);
    expect(isOneEditAway(b, a)).toBe(true);
  });

  test.each([
    ['токен', 'токен'],
    ['токен', 'токенам'],
    ['токен', 'тикет'],
    ['кот', 'ток'],
  ])('%s and %s are not one error apart', (a, b) => {
    expect(isOneEditAway(a, b)).toBe(false);
  });
});
