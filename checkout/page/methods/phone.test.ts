import { formatPhone, parsePhone } from './phone';

test.each(['+7 915 111-11-11', '8 (915) 111-11-11', '9151111111', '＋７９１５１１１１１１１', '٨٩١٥١١١١١١١'])(
  '%s is one phone, in whatever digits it is typed',
  (text) => {
    expect(parsePhone(text)).toEqual({ cc: '7', ctn: '9151111111' });
    expect(formatPhone(text)).toBe('+7 915 111-11-11');
  },
);
