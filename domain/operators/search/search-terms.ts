import { CURRENCIES, type Currency } from '../../platform/currency/currency';
import { isCardNumber } from '../../payments/card/card-ranges';

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
  | { kind: 'lastFour'; text: string; first6: string | null; amounts?: readonly SearchedAmount[] }
  | { kind: 'amount'; amounts: readonly SearchedAmount[] };

/** What an entity matches that is found by a term. */
export function matchedKinds<Kind extends string>(term: SearchTerm, kind: Kind): (Kind | 'amount')[] {
  return term.kind === 'lastFour' && term.amounts ? [kind, 'amount'] : [kind];
}

const WORD = /^[^\s%]{1,128}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;
const PHONE = /^\+?[\d\s().-]{7,24}$/;
const MASKED_CARD = /^(?:(\d{6})\d{0,2})?[*•xX.\s]*(\d{4})$/;
/** A card, then an amount: `4242 1 500,00`. */
const CARD_AND_AMOUNT = /^(.{0,30}?\d{4})\s+(.{1,40})$/;
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
    readCardAndAmount(text),
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

const AMOUNT = /^([^\d\s.,]{1,4}\s?)?(\d[\d\s'\u00a0\u2009\u202f]{0,24})(?:[.,](\d{1,9}))?(\s?[^\d\s,]{1,4})?$/u;
const MINUS = /^[-−]\s?/;
const SIGNS: ReadonlyMap<string, string> = new Map(
  [...CURRENCIES.values()].flatMap(({ id, sign }) => (sign === null ? [] : [[sign, id] as const])),
);
const MAX_DIGITS = 15;

/** An amount in a query, without a currency if it names none. */
interface StatedAmount {
  digits: string;
  fraction: string;
  currency: string | undefined;
}

/** A comma before three digits may group them, as the console prints amounts in English, or begin three decimals. */
const GROUPING_COMMA = /,(?=\d{3}(?!\d))/g;

function readStatedAmounts(text: string): StatedAmount[] {
  return [...new Set([text, text.replace(GROUPING_COMMA, '')])].flatMap((reading) => readStatedAmount(reading) ?? []);
}

function readStatedAmount(text: string): StatedAmount | undefined {
  const [, before, whole = '', fraction = '', after] = AMOUNT.exec(text) ?? [];
  if (whole === '' || (before !== undefined && after !== undefined)) return undefined;
  const named = (before ?? after)?.trim();
  const currency = named === undefined ? undefined : readCurrency(named);
  if (named !== undefined && currency === undefined) return undefined;
  return { digits: whole.replace(/\D/g, ''), fraction, currency };
}

/** @returns the problem of an amount that the currency does not have */
function toMinor({ digits, fraction }: StatedAmount, { exponent }: Currency): bigint | string {
  if (fraction.length > exponent) return exponent === 0 ? 'has no decimals' : `has at most ${exponent} decimals`;
  if (digits.length + exponent > MAX_DIGITS) return 'has no amount as large as this';
  const minor = BigInt(digits + fraction.padEnd(exponent, '0'));
  return minor > 0n ? minor : 'has amounts above zero only';
}

/** Reads `1 250,50 ₽`, `1,250.50 ₽`, `RUB 1250.50`, or `1250.50` in every currency that has so many decimals. */
function readAmount(text: string): SearchTerm | undefined {
  const amounts = readStatedAmounts(text).flatMap((stated) =>
    [...CURRENCIES.values()].flatMap((currency) => {
      const isAsked = stated.currency === undefined ? currency.isInForce : currency.id === stated.currency;
      const minor = isAsked ? toMinor(stated, currency) : '';
      return typeof minor === 'bigint' ? [{ minor, currency: currency.id }] : [];
    }),
  );
  return amounts.length === 0 ? undefined : { kind: 'amount', amounts };
}

function readCardAndAmount(text: string): SearchTerm | undefined {
  const [, card = '', sum = ''] = CARD_AND_AMOUNT.exec(text) ?? [];
  const [found, amount] = [readLastFour(card), readAmount(sum)];
  return found?.kind === 'lastFour' && amount?.kind === 'amount' ? { ...found, amounts: amount.amounts } : undefined;
}

/** The problem of an amount that a query states with its currency: `1500.50 JPY`, `-5 RUB`. */
export function findAmountProblem(query: string): string | undefined {
  const text = query.trim();
  const problems = readStatedAmounts(text.replace(MINUS, '')).map((stated) => {
    const currency = stated.currency === undefined ? undefined : CURRENCIES.get(stated.currency);
    if (!currency) return undefined;
    const minor = MINUS.test(text) ? 'has amounts above zero only' : toMinor(stated, currency);
    return typeof minor === 'string' ? `${currency.id} ${minor}` : undefined;
  });
  return problems.includes(undefined) ? undefined : problems[0];
}

function readCurrency(named: string): string | undefined {
  const word = named.toUpperCase();
  if (/^(РУБ\.?|Р\.?)$/.test(word)) return 'RUB';
  return SIGNS.get(named) ?? (CURRENCIES.has(word) ? word : undefined);
}
