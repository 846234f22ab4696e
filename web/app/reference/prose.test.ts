import { plainText, renderInline, renderProse } from './prose';

test('descriptions of APIs have the dash of the guides', () => {
  expect(renderInline('Ответ — 504, `a — b` остаётся')).toBe('Ответ\u00a0– 504, <code>a — b</code> остаётся');
  expect(renderProse('Инвойс — счёт')).toBe('<p>Инвойс\u00a0– счёт</p>');
  expect(plainText('Время — по RFC 3339')).toBe('Время – по RFC 3339');
});

test('names with a hyphen stay on one line', () => {
  expect(renderInline('с 3-D Secure')).toContain('<span class="nowrap">3-D\u00a0Secure</span>');
});
