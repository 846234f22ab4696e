import type { PaymentConditions } from '../../../store/search/payment-conditions';

/** Conditions with many matches in `makeManyPayments`. */
const DENSE: readonly PaymentConditions[] = [
  { status: 'captured' },
  { status: 'failed' },
  { flow: 'hold' },
  { toolType: 'bankCard' },
  { toolType: 'paymentTerminal' },
  { terminalProvider: 'qps' },
  { paymentID: '2' },
  { first6: '220138' },
  { last4: '7' },
  { tokenProvider: 'applepay' },
  { paymentSystem: 'visa' },
];

/** Conditions with few matches; the page size makes the last page the tenth. */
export const SPARSE: readonly PaymentConditions[] = [
  { payerEmail: 'payer77@example.com' },
  { payerFingerprint: 'device-77' },
  { payerIP: '203.0.77.77' },
  { customerID: 'customer-70' },
  { last4: '0777' },
  { amountMinor: 77_700n },
  { amountMinor: 77_700n, status: 'captured', flow: 'instant' },
  { payerEmail: 'payer77@example.com', paymentSystem: 'visa' },
];

/** Every dense condition, every compatible pair, and every third triple. */
export function denseCombinations(): PaymentConditions[] {
  const pairs = DENSE.flatMap((one, place) => DENSE.slice(place + 1).flatMap((other) => joined(one, other)));
  const triples = pairs.flatMap((pair) => DENSE.flatMap((third) => joined(pair, third)));
  return unique([{}, ...DENSE, ...pairs, ...triples.filter((_, place) => place % 3 === 0)]);
}

function joined(one: PaymentConditions, other: PaymentConditions): PaymentConditions[] {
  return Object.keys(other).some((name) => name in one) ? [] : [{ ...one, ...other }];
}

function unique(all: readonly PaymentConditions[]): PaymentConditions[] {
  return [...new Map(all.map((conditions) => [describeConditions(conditions), conditions])).values()];
}

/** The name of a combination in the report. */
export function describeConditions(conditions: PaymentConditions): string {
  const pairs = Object.entries(conditions).map(([name, value]) => `${name}=${String(value)}`);
  return pairs.length === 0 ? 'no condition' : pairs.sort().join(' ');
}
