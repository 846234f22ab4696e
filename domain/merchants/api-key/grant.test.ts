import { assertReadableName, grantExpiry, grantScopes } from './grant';
import { KEY_SCOPES, type KeyScope } from './scopes';

const forever = (...scopes: KeyScope[]) => ({ scopes, expiresAt: null });

test('a key gives the scopes that it has, once and in one order', () => {
  expect(grantScopes(forever(...KEY_SCOPES), ['keys', 'read', 'keys'], 'scopes')).toEqual(['read', 'keys']);
});

test.each(KEY_SCOPES)('a key without the scope %s does not give it', (scope) => {
  const by = forever(...KEY_SCOPES.filter((each) => each !== scope));
  const refused = { code: 'insufficientScope', place: 'scopes', message: expect.stringContaining(scope) };
  expect(() => grantScopes(by, [...KEY_SCOPES], 'scopes')).toThrow(expect.objectContaining(refused));
});

test('a new key expires with the calling key unless earlier, and never later', () => {
  const [sooner, end, later] = [new Date(1_000), new Date(2_000), new Date(3_000)];
  const by = { scopes: [], expiresAt: end };
  expect(grantExpiry(by, undefined)).toBe(end);
  expect(grantExpiry(by, sooner)).toBe(sooner);
  expect(grantExpiry(by, new Date(2_000))).toEqual(end);
  const refused = { code: 'invalidRequest', place: 'body.expiresAt' };
  expect(() => grantExpiry(by, later)).toThrow(expect.objectContaining(refused));
  expect(grantExpiry(forever(), undefined)).toBeUndefined();
  expect(grantExpiry(forever(), later)).toBe(later);
});

test.each(['tab\there', 'line\nbreak', 'nul\u0000', 'escape\u001b[2J', 'c1\u0085', 'reversed\u202Etxt.exe', '\u2066x'])(
  'the name %j is refused',
  (name) => {
    expect(() => assertReadableName(name)).toThrow('body.name: must be one line');
  },
);

test.each(['бухгалтерия', 'ledger export 2', 'тёмный лес 👩‍💻', 'שלום'])('the name %s is accepted', (name) => {
  expect(() => assertReadableName(name)).not.toThrow();
});
