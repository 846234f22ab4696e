import { AttemptCounts } from './attempt-counts';
import { CardCountries, toBounds } from './card-countries';
import { NetworkLists } from '../../../store/payments/inspection/network-lists';
import {
  describeInspected,
  inspectPayment,
  type CountAttempt,
  type InspectedPayment,
  type InspectionRule,
} from './inspection-rule';

const PAYMENT: InspectedPayment = {
  ...{
    tool: 'bankCard',
    currency: 'RUB',
    amountMinor: 10_000n,
    country: 'RUS',
    device: 'd1',
    card: 'c1',
    toolFingerprint: 't1',
    bin: '424242',
  },
  ...{ email: 'ann@shop.example', phone: '79001112233', ip: '203.0.113.9' },
};
const cards = new CardCountries([
  { ...toBounds('424242'), country: 'DEU', line: 2 },
  { ...toBounds('52'), country: 'FRA', line: 3 },
]);
const lookUps = { networks: new NetworkLists(), cards };
const never = { count: (): boolean => false, ...lookUps };
const reject = (conditions: Partial<InspectionRule>, id = 'r'): InspectionRule => ({
  id,
  action: 'reject',
  ...conditions,
});
const applies = (conditions: Partial<InspectionRule>, payment = PAYMENT): boolean =>
  inspectPayment([reject(conditions)], payment, never).decisive !== undefined;

test.each<[string, Partial<InspectionRule>, Partial<InspectionRule>]>([
  ['e-mail', { emails: ['ann@shop.example'] }, { emails: ['n@shop.example'] }],
  ['domain of an e-mail', { emails: ['@shop.example'] }, { emails: ['@p.example'] }],
  ['phone', { phones: ['79001112233'] }, { phones: ['9001112233'] }],
  ['address', { ips: ['203.0.113.9'] }, { ips: ['203.0.113.90'] }],
  ['network', { ips: ['2001:db8::/32', '203.0.113.0/24'] }, { ips: ['203.0.112.0/24'] }],
  ['device', { devices: ['d1'] }, { devices: ['d'] }],
  ['BIN', { bins: ['4242'] }, { bins: ['2424'] }],
  ['card', { cards: ['c1'] }, { cards: ['c2'] }],
  ['card and expiry date', { cards: ['t1'] }, { cards: ['t2'] }],
  ['country', { countries: ['RUS'] }, { countries: ['DEU'] }],
  ['country of the address', { ipCountries: ['AUS'] }, { ipCountries: ['RUS'] }],
  ['another country', { countryMismatch: true }, { countryMismatch: true, ipCountries: ['RUS'] }],
  ['country of the card', { cardCountries: ['DEU'] }, { cardCountries: ['RUS'] }],
  ['another country of the card', { cardCountryMismatch: true }, { cardCountryMismatch: true, cardCountries: ['RUS'] }],
  ['tool', { tools: ['BankCard'] }, { tools: ['PaymentTerminal'] }],
  ['currency', { currencies: ['RUB'] }, { currencies: ['EUR'] }],
  ['least amount', { minAmount: 10_000 }, { minAmount: 10_001 }],
  ['greatest amount', { maxAmount: 10_000 }, { maxAmount: 9_999 }],
  ['all of its conditions', { bins: ['4'], emails: ['@shop.example'] }, { bins: ['4'], emails: ['@p.example'] }],
])('a rule applies by %s', (_, met, notMet) => {
  expect([applies(met), applies(notMet)]).toEqual([true, false]);
});

test('countries of address and payer are compared if both are known', () => {
  const at = (ip: string | undefined, country?: string): boolean =>
    applies({ countryMismatch: true }, { ...PAYMENT, ip, country });
  const [russian, british] = ['77.88.8.8', '2a02:6b8::1'].map((ip) => [at(ip, 'RUS'), at(ip, 'GBR')]);
  expect([russian, british]).toEqual([
    [false, true],
    [false, true],
  ]);
  for (const unknown of ['10.0.0.1', '127.0.0.1', '::1', 'x', undefined]) expect(at(unknown, 'RUS')).toBe(false);
  expect(at('77.88.8.8')).toBe(false);
  expect(at('::ffff:77.88.8.8', 'RUS')).toBe(false);
  expect(at('::ffff:77.88.8.8', 'GBR')).toBe(true);
  expect(applies({ countryMismatch: false }, { ...PAYMENT, ip: '77.88.8.8', country: 'RUS' })).toBe(true);
});

test('the country of a card is compared with each of those that are known', () => {
  // The first address is registered in Russia, the second in no country.
  const [known, unknown] = ['77.88.8.8', '10.0.0.1'];
  const of = (country: string) => new CardCountries([{ ...toBounds('424242'), country, line: 2 }]);
  const differs = (card: string, ip?: string, country?: string): boolean => {
    const payment = { ...PAYMENT, ip, country };
    return (
      inspectPayment([reject({ cardCountryMismatch: true })], payment, { ...never, cards: of(card) }).decisive !==
      undefined
    );
  };
  expect([differs('RUS', known, 'RUS'), differs('RUS', known), differs('RUS', unknown, 'RUS')]).toEqual([
    false,
    false,
    false,
  ]);
  expect([differs('RUS', known, 'GBR'), differs('GBR', known, 'GBR'), differs('GBR', known)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([differs('GBR', unknown, 'RUS'), differs('GBR', unknown), differs('GBR')]).toEqual([true, false, false]);
  for (const bin of ['', '4242', '555555', undefined]) {
    expect(applies({ cardCountryMismatch: true }, { ...PAYMENT, ip: known, bin })).toBe(false);
    expect(applies({ cardCountryMismatch: false }, { ...PAYMENT, ip: known, bin })).toBe(true);
  }
});

test('a condition about data that the payment lacks is not met', () => {
  const bare: InspectedPayment = { tool: 'paymentTerminal', currency: 'RUB', amountMinor: 1n };
  const listed = {
    emails: ['@shop.example'],
    ips: ['0.0.0.0/0'],
    bins: ['4'],
    cards: ['c1'],
    countries: ['RUS'],
    ipCountries: ['RUS'],
    countryMismatch: true,
    cardCountries: ['DEU'],
    cardCountryMismatch: true,
  };
  for (const [name, value] of Object.entries(listed)) expect(applies({ [name]: value }, bare)).toBe(false);
  const velocity = { by: 'ip', windowMinutes: 1, attempts: 1 } as const;
  expect(inspectPayment([reject({ velocity })], bare, { count: () => true, ...lookUps })).toEqual({});
});

test.each(['::ffff:203.0.113.9', '203.0.113.9'])('an address is compared as an address: %s', (ip) => {
  expect(applies({ ips: ['203.0.113.0/24'] }, { ...PAYMENT, ip })).toBe(true);
});

test('attempts from one network of a client are counted together', () => {
  const counted: string[] = [];
  const count = (_: unknown, value: string): boolean => counted.push(value) > 9;
  const velocity = { by: 'ip', windowMinutes: 1, attempts: 1 } as const;
  for (const ip of [
    '2001:db8::1',
    '2001:db8:0:0:ffff::2',
    '2001:db8:0:1::1',
    '::ffff:192.0.2.1',
    '192.0.2.1',
    '192.0.2.2',
  ]) {
    inspectPayment([reject({ velocity })], { ...PAYMENT, ip }, { count, ...lookUps });
  }
  expect(new Set(counted).size).toBe(4);
});

test('an unreadable address is in no network', () => {
  expect(applies({ ips: ['0.0.0.0/0', '::/0'] }, { ...PAYMENT, ip: 'unknown' })).toBe(false);
});

test('the first rule that applies decides, and later ones do not count', () => {
  const counted: string[] = [];
  const count = ({ id }: { id: string }): boolean => counted.push(id) > 1;
  const velocity = { by: 'ip', windowMinutes: 1, attempts: 1 } as const;
  const rules = [reject({ velocity }, 'first'), { ...reject({ bins: ['4'] }, 'known'), action: 'allow' } as const];
  expect(inspectPayment([...rules, reject({ velocity }, 'last')], PAYMENT, { count, ...lookUps }).decisive?.id).toBe(
    'known',
  );
  expect(counted).toEqual(['first']);
});

test('the first rule about 3-D Secure decides it, and the inspection continues', () => {
  const rules: InspectionRule[] = [
    { id: 'known', action: 'exempt', emails: ['n@shop.example'] },
    { id: 'large', action: 'force', minAmount: 10_000 },
    { id: 'all', action: 'ask' },
    reject({ bins: ['4'] }),
  ];
  const [rejected, asked] = [PAYMENT, { ...PAYMENT, bin: '520000', amountMinor: 1n }].map((payment) =>
    inspectPayment(rules, payment, never),
  );
  expect([rejected?.decisive?.id, rejected?.threeDSecure?.action]).toEqual(['r', 'force']);
  expect([asked?.decisive, asked?.threeDSecure?.action]).toEqual([undefined, 'ask']);
  expect(inspectPayment(rules, { ...PAYMENT, bin: '52', card: undefined }, never)).toEqual({});
});

test('a tag of an e-mail address changes neither what is counted nor what is listed', () => {
  const tagged = { ...PAYMENT, email: 'ann+7@shop.example' };
  const counted: string[] = [];
  const count: CountAttempt = (_, value) => counted.push(value) > 1;
  const velocity = { by: 'email', windowMinutes: 60, attempts: 1 } as const;
  const rules = [reject({ velocity }, 'often')];
  expect([PAYMENT, tagged].map((each) => inspectPayment(rules, each, { count, ...lookUps }).decisive?.id)).toEqual([
    undefined,
    'often',
  ]);
  expect(counted).toEqual(['ann@shop.example', 'ann@shop.example']);
  expect(
    inspectPayment([reject({ emails: ['ann@shop.example'] }, 'listed')], tagged, { count, ...lookUps }).decisive?.id,
  ).toBe('listed');
});

test('the payer is described by what rules compare', () => {
  const payer = {
    ...({ type: 'PaymentResourcePayer', paymentSession: '', toolFingerprint: 't1', cardFingerprint: 'c1' } as const),
    contactInfo: { email: 'Ann@Shop.Example', phoneNumber: '+7 900 111-22-33', country: 'RUS' },
    clientInfo: { fingerprint: 'd1', ip: '203.0.113.9' },
    toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' } as const,
  };
  const amount = { currency: 'RUB', amountMinor: 10_000n };
  expect(describeInspected(payer, amount)).toEqual(PAYMENT);
  // A payment that was made before cards had fingerprints of their numbers.
  const { cardFingerprint: _, ...earlier } = payer;
  expect(describeInspected(earlier, amount)).toEqual({ ...PAYMENT, card: 't1' });
});

describe('velocity', () => {
  const rule = { id: 'r', velocity: { by: 'ip', windowMinutes: 12, attempts: 2 } as const };
  const MINUTE = 60_000;

  test('attempts above the number exceed it until the window has passed', () => {
    const counts = new AttemptCounts();
    let now = 0;
    const count = counts.of('S', () => now);
    expect([1, 2, 3].map(() => count(rule, 'a', 1n))).toEqual([false, false, true]);
    expect(count(rule, 'b', 1n)).toBe(false);
    expect(counts.of('other shop', () => now)(rule, 'a', 1n)).toBe(false);
    now = 11 * MINUTE;
    expect(count(rule, 'a', 1n)).toBe(true);
    // The first three are in buckets that have left the window, at most a twelfth too late.
    now = 13 * MINUTE;
    expect(count(rule, 'a', 1n)).toBe(false);
  });

  test('sums are compared exactly', () => {
    const count = new AttemptCounts().of('S', () => 0);
    const limited = { id: 'r', velocity: { by: 'card', windowMinutes: 1, amount: 100 } as const };
    expect([60n, 40n, 1n].map((amountMinor) => count(limited, 'a', amountMinor))).toEqual([false, false, true]);
  });

  test('attempts of other processes are added once, however often they are read', () => {
    const [one, two] = [new AttemptCounts(), new AttemptCounts()];
    one.of('S', () => 0)(rule, 'a', 1n);
    const [changed] = one.takeChanged();
    expect(one.takeChanged()).toEqual([]);
    if (!changed) throw new Error('nothing was counted');
    one.keepChanged([changed]);
    expect(one.takeChanged()).toEqual([changed]);
    two.learn(changed);
    two.learn({ ...changed });
    const count = two.of('S', () => 0);
    expect([count(rule, 'a', 1n), count(rule, 'a', 1n)]).toEqual([false, true]);
    two.forgetExpired(60 * MINUTE);
    expect(two.size).toBe(0);
  });
});

test('a payment against ten rules, two of them with two hundred values, takes less than a millisecond', () => {
  const ips = Array.from({ length: 200 }, (_, index) => `10.${index}.0.0/16`);
  const emails = Array.from({ length: 200 }, (_, index) => `${index}@bad.example`);
  const counts = new AttemptCounts();
  const shipped = [
    reject({ emails }, 'emails'),
    reject({ ips }, 'ips'),
    ...Array.from({ length: 8 }, (_, index) => {
      return reject({ velocity: { by: 'ip', windowMinutes: 10, attempts: 1_000_000 } }, `velocity ${index}`);
    }),
  ];
  const times = Array.from({ length: 200 }, () => {
    const began = performance.now();
    inspectPayment(shipped, PAYMENT, { count: counts.of('S'), ...lookUps });
    return performance.now() - began;
  }).sort((a, b) => a - b);
  expect(times[100]).toBeLessThan(1);
});
