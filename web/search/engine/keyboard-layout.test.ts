import { inOtherLayout } from './keyboard-layout';

describe('the other keyboard layout', () => {
  test.each([
    ['gjlgbcm', 'подпись'],
    ['gkfnt;', 'платеж'],
    ['ukfdyfz', 'главная'],
    ['j,]trn', 'объект'],
    ['цуирщщл', 'webhook'],
    ['штмщшсу', 'invoice'],
  ])('«%s» was meant to be «%s»', (typed, meant) => {
    expect(inOtherLayout(typed)).toBe(meant);
  });

  test('going there and back gives the same text', () => {
    const text = 'съешь ещё этих мягких французских булок';
    expect(inOtherLayout(inOtherLayout(text))).toBe(text);
  });
});
