import { CURRENCIES } from '../currency/currency';
import { isCardNumber } from '../card/card-ranges';

/** What a search finds entities by. */
export const TERM_KINDS = [
  'id',
  'externalID',
  'email',
  'phone',
  'lastFour',
  'rrn',
  'approvalCode',
  'connectorReference',
  'amount',
] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** An amount in the minor units of a currency. */
export interface SearchedAmount {
  minor: bigint;
  currency: string;
}

/** One reading of a query. Most queries have several: `1234` is an amount and the last digits of a card. */
export type SearchTerm =
  | { kind: Exclude<TermKind, 'lastFour' | 'amount'>; text: string }
  | { kind: 'lastFour'; text: string; first6: string | null }
  | { kind: 'amount'; amounts: readonly SearchedAmount[] };

const WORD = /^[^\s%]{1,128}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;
const PHONE = /^\+?[\d\s().-]{7,24}$/;
const MASKED_CARD = /^(?:(\d{6})\d{0,2})?[*•xX.\s]*(\d{4})$/;
const RRN = /^[0-9A-Za-z]{12}$/;
const APPROVAL_CODE = /^[0-9A-Za-z]{6}$/;

/** Reads a query in all its meanings. */
export function readSearchTerms(query: string): SearchTerm[] {
  const text = query.trim();
  const terms: (SearchTerm | undefined)[] = [
    { kind: 'externalID', text },
    WORD.test(text) ? { kind: 'id', text } : undefined,
    WORD.test(text) ? { kind: 'connectorReference', text } : undefined,
    EMAIL.test(text) ? { kind: 'email', text: text.toLowerCase() } : undefined,
    readPhone(text),
    readLastFour(text),
    RRN.test(text) ? { kind: 'rrn', text } : undefined,
    APPROVAL_CODE.test(text) ? { kind: 'approvalCode', text } : undefined,
    readAmount(text),
  ];
  return terms.filter((term) => term !== undefined);
}

/** Whether a query is a whole card number, which must not reach a log or a database. */
export function isWholeCardNumber(query: string): boolean {
  const digits = query.replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && isCardNumber(digits);
}

/** National numbers are compared, because `8 912 …` and `+7 912 …` are one number. */
const PHONE_DIGITS = 10;

function readPhone(text: string): SearchTerm | undefined {
  const digits = text.replace(/\D/g, '');
  if (!PHONE.test(text) || digits.length < 7 || digits.length > 15) return undefined;
  return { kind: 'phone', text: digits.slice(-PHONE_DIGITS) };
}

function readLastFour(text: string): SearchTerm | undefined {
  const [, first6 = null, digits] = MASKED_CARD.exec(text) ?? [];
  return digits === undefined ? undefined : { kind: 'lastFour', text: digits, first6 };
}

const AMOUNT = /^([^\d\s.,]{1,4}\s?)?(\d[\d\s'\u00a0\u2009\u202f]{0,24})(?:[.,](\d{1,4}))?(\s?[^\d\s,]{1,4})?$/u;
const SIGNS: ReadonlyMap<string, string> = new Map(
  [...CURRENCIES.values()].flatMap(({ id, sign }) => (sign === null ? [] : [[sign, id] as const])),
);
const MAX_DIGITS = 15;

/** Reads `1 250,50 ₽`, `RUB 1250.50`, or `1250.50` in every currency that has so many decimals. */
function readAmount(text: string): SearchTerm | undefined {
  const [, before, whole = '', fraction = '', after] = AMOUNT.exec(text) ?? [];
  if (whole === '' || (before !== undefined && after !== undefined)) return undefined;
  const named = (before ?? after)?.trim();
  const currency = named === undefined ? undefined : readCurrency(named);
  if (named !== undefined && currency === undefined) return undefined;
  const digits = whole.replace(/\D/g, '');
  const amounts = [...CURRENCIES.values()].flatMap(({ id, exponent, isInForce }) => {
    const isAsked = currency === undefined ? isInForce : currency === id;
    if (!isAsked || fraction.length > exponent || digits.length + exponent > MAX_DIGITS) return [];
    const minor = BigInt(digits + fraction.padEnd(exponent, '0'));
    return minor > 0n ? [{ minor, currency: id }] : [];
  });
  return amounts.length === 0 ? undefined : { kind: 'amount', amounts };
}

function readCurrency(named: string): string | undefined {
  const word = named.toUpperCase();
  if (/^(РУБ\.?|Р\.?)$/.test(word)) return 'RUB';
  return SIGNS.get(named) ?? (CURRENCIES.has(word) ? word : undefined);
}
