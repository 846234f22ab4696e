import { inOtherLayout, isOneEditAway } from './typing-slips';

describe('the other keyboard layout', () => {
  test.each([
    ['gjlgbcm', 'подпись'],
    ['gkfnt;', 'платеж'],
    ['ukfdyfz', 'главная'],
    ['j,]trn', 'объект'],
    ['цуирщщл', 'webhook'],
    ['штмщшсу', 'invoice'],
  ])('«%s» is converted to «%s»', (typed, meant) => {
    expect(inOtherLayout(typed)).toBe(meant);
  });

  test('a conversion there and back returns the same text', () => {
    const text = 'съешь ещё этих мягких французских булок';
    expect(inOtherLayout(inOtherLayout(text))).toBe(text);
  });
});

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
