import { formatPhone, parsePhone } from './phone';

test.each(['+7 915 111-11-11', '8 (915) 111-11-11', '9151111111', '＋７９１５１１１１１１１', '٨٩١٥١١١١١١١'])(
  '%s is parsed as the same phone in any digits',
  (text) => {
    expect(parsePhone(text)).toEqual({ cc: '7', ctn: '9151111111' });
    expect(formatPhone(text)).toBe('+7 915 111-11-11');
  },
);
