import payments from '../../specs/payments.json';
import { CODES, outcomeOf } from './outcomes';
import { texts as en } from './texts/en';
import { texts as kk } from './texts/kk';
import { texts as ru } from './texts/ru';

/** What the page calls. */
const CALLED = [
  'getInvoiceByID',
  'getInvoiceEvents',
  'getInvoicePaymentMethods',
  'createPaymentResource',
  'createPayment',
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

test.each(CALLED)('every code that %s publishes has its words', (operationID) => {
  const operations = Object.values(payments.paths).flatMap((path) => Object.values(path as Record<string, any>));
  const operation = operations.find(({ operationId }) => operationId === operationID);
  const codes = publishedCodes(operation.responses['400']);
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.filter((code) => CODES[code] === undefined)).toEqual([]);
});

test('every code that a failed payment tells its payer has its words', () => {
  const { description } = (payments as any).components.schemas.PaymentError.properties.code;
  const codes = [...description.matchAll(/`([A-Z]\w+)`/g)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(4);
  expect(codes.filter((code) => CODES[code] === undefined)).toEqual([]);
});

test('a code that nobody knows is a refusal without a reason, whatever it is called', () => {
  for (const code of [undefined, 'NotPublishedYet', 'constructor', '__proto__'])
    expect(outcomeOf(code)).toBe('rejected');
});

test('the languages say the same things, each in its own words', () => {
  for (const other of [en, kk]) {
    const same = Object.keys(ru.outcomes).filter(
      (name) =>
        ru.outcomes[name as keyof typeof ru.outcomes].title === other.outcomes[name as keyof typeof ru.outcomes].title,
    );
    expect(same).toEqual([]);
  }
});
