import payments from '../../specs/payments.json';
import type { PaymentMethod, PaymentToolDetails } from './api/types';
import { mayHaveSent, outcomeWords } from './outcome-words';
import { CODES, describeOutcome, UNCHARGED, type FinalOutcome } from './outcomes';
import type { Way } from './state/payment-tools';
import type { TrackedAttempt } from './state/progress';
import { texts as en } from './texts/en';
import { texts as kk } from './texts/kk';
import { texts as ru } from './texts/ru';

const CALLED = [
  'getInvoiceByID',
  'getInvoiceEvents',
  'getInvoicePaymentMethods',
  'createPaymentResource',
  'createPayment',
  'cancelPayment',
  'getPaymentByID',
  'getInvoiceTemplateByID',
  'createInvoiceWithTemplate',
  'getCustomerById',
  'getCustomerEvents',
  'getCustomerPaymentMethods',
  'createBinding',
];

function atPointer(pointer: string): unknown {
  const steps = pointer.replace('#/', '').split('/');
  return steps.reduce<unknown>((place, step) => (place as Record<string, unknown>)[step], payments);
}

function publishedCodes(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const { $ref, code, ...rest } = value as Record<string, unknown>;
  const target = typeof $ref === 'string' ? atPointer($ref) : undefined;
  const own = (code as { enum?: string[] } | undefined)?.enum ?? [];
  const deeper = [target, code, ...Object.values(rest)].flatMap((part) => publishedCodes(part, seen));
  return [...own, ...deeper];
}

test.each(CALLED)('every refusal code of %s has an outcome', (operationID) => {
  const operations = Object.values(payments.paths).flatMap((path) => Object.values(path as Record<string, any>));
  const operation = operations.find(({ operationId }) => operationId === operationID);
  const codes = publishedCodes(operation.responses['400']);
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.filter((code) => CODES[code] === undefined)).toEqual([]);
});

test('every failure code of payments has an outcome', () => {
  const { description } = (payments as any).components.schemas.PaymentError.properties.code;
  const codes = [...description.matchAll(/`([A-Z]\w+)`/g)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(4);
  expect(codes.filter((code) => CODES[code] === undefined)).toEqual([]);
});

test('an unknown code is a refusal without a reason', () => {
  for (const code of [undefined, 'NotPublishedYet', 'constructor', '__proto__'])
    expect(describeOutcome(code)).toBe('PaymentRejected');
});

const TOOLS: readonly PaymentToolDetails[] = [
  { detailsType: 'PaymentToolDetailsMobileCommerce', phoneNumber: '' },
  { detailsType: 'PaymentToolDetailsDigitalWallet', provider: 'yandexpay' },
  { detailsType: 'PaymentToolDetailsPaymentTerminal', provider: 'qps' },
  { detailsType: 'PaymentToolDetailsCryptoWallet', cryptoCurrency: 'Bitcoin' },
];
const CARD = { detailsType: 'PaymentToolDetailsBankCard', cardNumberMask: '', paymentSystem: 'visa' } as const;
const CARDS_ONLY: PaymentMethod[] = [{ method: 'BankCard', paymentSystems: ['visa'] }];
const PHONE: Way = { kind: 'mobileCommerce', id: 'mobileCommerce', operators: ['mts'] };
const PAYMENT = { kind: 'payment', methods: CARDS_ONLY, ways: [PHONE] } as const;
const LANGUAGES = [ru, en, kk];
const FAILURES = ['InvalidPaymentTool', 'AccountLimitsExceeded', 'PreauthorizationFailed', 'RejectedByIssuer'];
const CODES_OF_PAYMENTS = [...FAILURES, 'InsufficientFunds', 'PaymentRejected'];
const ANOTHER_CARD = /друг(ой|ую) карт|another card|басқа карта/i;
const ANOTHER_WAY = /друг(ой|им) способ|выберите другой|another way|another one|басқа тәсіл|басқасын таңда/i;

test.each(TOOLS)('texts for a failed payment by $detailsType mention no cards or banks', (tool) => {
  for (const texts of LANGUAGES) {
    for (const code of FAILURES) {
      const { title, advice } = outcomeWords(texts, describeOutcome(code), PAYMENT, tool);
      expect(`${title} ${advice}`).not.toMatch(/карт|банк|card|bank|CVV/i);
    }
  }
});

test.each([
  ['applepay', 'Apple Pay'],
  ['googlepay', 'Google Pay'],
  ['samsungpay', 'Samsung Pay'],
  ['yandexpay', 'Yandex Pay'],
])('texts for a declined card of %s name the wallet and never a printed code', (tokenProvider, name) => {
  for (const texts of LANGUAGES) {
    for (const code of ['InvalidPaymentTool', 'AccountLimitsExceeded', 'InsufficientFunds', 'RejectedByIssuer']) {
      const { title, advice } = outcomeWords(texts, describeOutcome(code), PAYMENT, { ...CARD, tokenProvider });
      const words = `${title} ${advice}`.replaceAll('\u00a0', ' ');
      expect(words).toContain(name);
      expect(words).not.toMatch(/CVV|[{}[\]|]/);
    }
  }
});

test('no text proposes another way where there is none, and each proposes something', () => {
  const alone = { kind: 'payment', methods: [], ways: [PHONE] } as const;
  for (const texts of LANGUAGES) {
    for (const outcome of Object.keys(texts.outcomes) as FinalOutcome[]) {
      for (const tool of [...TOOLS, undefined]) {
        const { advice } = outcomeWords(texts, outcome, alone, tool);
        expect(advice).not.toMatch(ANOTHER_WAY);
        expect(advice.replace(texts.uncharged, '').trim()).not.toBe('');
        expect(outcomeWords(texts, outcome, PAYMENT, tool).advice).not.toMatch(/[[\]|]/);
      }
    }
    expect(outcomeWords(texts, 'PaymentRejected', { kind: 'payment', methods: CARDS_ONLY }, CARD).advice).not.toMatch(
      ANOTHER_WAY,
    );
    expect(outcomeWords(texts, 'PaymentRejected', PAYMENT, CARD).advice).toMatch(ANOTHER_WAY);
  }
});

test('only payers who used a card are advised to take another one', () => {
  for (const texts of LANGUAGES) {
    for (const code of CODES_OF_PAYMENTS) {
      for (const tool of TOOLS)
        expect(outcomeWords(texts, describeOutcome(code), PAYMENT, tool).advice).not.toMatch(ANOTHER_CARD);
    }
  }
});

test('a payer who binds a card never reads of a payment', () => {
  for (const texts of LANGUAGES) {
    for (const code of [...CODES_OF_PAYMENTS, 'invalidPaymentResource', 'invalidRequest', 'invoicePaymentPending']) {
      const { title, advice } = outcomeWords(
        texts,
        describeOutcome(code),
        { kind: 'binding', methods: CARDS_ONLY },
        CARD,
      );
      expect(`${title} ${advice}`).not.toMatch(/плат[иеё]ж|заплат|payment|pay |төле/i);
    }
  }
});

test('a payer who may have sent money never reads that nothing was charged', () => {
  for (const texts of LANGUAGES) {
    for (const outcome of Object.keys(texts.outcomes) as FinalOutcome[]) {
      const { advice } = outcomeWords(texts, outcome, { ...PAYMENT, mayBeSent: true });
      expect(advice).not.toContain(texts.uncharged);
      if (UNCHARGED.includes(outcome)) expect(advice).toContain(texts.maybeSent);
    }
  }
});

test.each([
  ['a card that its bank had asked about', 'PaymentToolDetailsBankCard', true, false],
  ['a code for a terminal', 'PaymentToolDetailsPaymentTerminal', true, true],
  ['an address for coins', 'PaymentToolDetailsCryptoWallet', true, true],
  ['the page of a wallet', 'PaymentToolDetailsDigitalWallet', true, true],
  ['a terminal that gave no code', 'PaymentToolDetailsPaymentTerminal', false, false],
] as const)('after %s the page knows whether money may have been sent', (_, detailsType, hadInteraction, maySend) => {
  const tool = { detailsType } as TrackedAttempt['tool'];
  const attempt: TrackedAttempt = {
    id: '1',
    startedAt: '',
    status: 'failed',
    ...(tool && { tool }),
    ...(hadInteraction && { hadInteraction }),
  };
  expect(mayHaveSent([attempt])).toBe(maySend);
});

test('the languages have the same texts', () => {
  for (const other of [en, kk]) {
    const same = Object.keys(ru.outcomes).filter(
      (name) =>
        ru.outcomes[name as keyof typeof ru.outcomes].title === other.outcomes[name as keyof typeof ru.outcomes].title,
    );
    expect(same).toEqual([]);
  }
});
