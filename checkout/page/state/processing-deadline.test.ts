import { payableUntil, processingDeadline } from './processing-deadline';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const dueIn = (ms: number) => new Date(NOW + ms).toISOString();

test.each(['PaymentToolDetailsBankCard', 'PaymentToolDetailsMobileCommerce'] as const)(
  'a payment by %s uses the platform’s default deadline',
  (detailsType) => {
    const tool = { detailsType, phoneNumber: '', cardNumberMask: '', paymentSystem: '' };
    expect(processingDeadline(tool, dueIn(DAY_MS), NOW)).toBeUndefined();
    expect(processingDeadline(undefined, dueIn(DAY_MS), NOW)).toBeUndefined();
  },
);

test.each([
  { detailsType: 'PaymentToolDetailsPaymentTerminal', provider: 'euroset' },
  { detailsType: 'PaymentToolDetailsCryptoWallet', cryptoCurrency: 'Bitcoin' },
  { detailsType: 'PaymentToolDetailsDigitalWallet', provider: 'qiwi' },
] as const)('a payment by $detailsType waits for three days, or until the invoice is due', (tool) => {
  expect(processingDeadline(tool, dueIn(10 * DAY_MS), NOW)).toBe('4320m');
  expect(processingDeadline(tool, undefined, NOW)).toBe('4320m');
  expect(processingDeadline(tool, dueIn(DAY_MS), NOW)).toBe(dueIn(DAY_MS));
});

test('a payer can complete a payment for three days, or until the invoice is due', () => {
  const started = dueIn(0);
  expect(payableUntil(started, dueIn(DAY_MS))).toBe(dueIn(DAY_MS));
  expect(payableUntil(started, dueIn(10 * DAY_MS))).toBe(dueIn(3 * DAY_MS));
  expect(payableUntil(started, undefined)).toBeUndefined();
});
