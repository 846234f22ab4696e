/** A range of card numbers (BIN), its card scheme, and how its cards are printed. */
export interface CardRange {
  system: string;
  name: string;
  range: RegExp;
  /** Counts of digits. */
  lengths: readonly number[];
  /** 0 when the card has no printed code; its holder confirms by phone. */
  cvvLength: 0 | 3 | 4;
  groups: readonly number[];
}

const FOURS = [4, 4, 4, 4, 3];
const from = (min: number, max: number) => Array.from({ length: max - min + 1 }, (_, index) => min + index);
const card = (
  system: string,
  name: string,
  range: RegExp,
  rest: Partial<Pick<CardRange, 'lengths' | 'cvvLength' | 'groups'>> = {},
): CardRange => ({ system, name, range, lengths: [16], cvvLength: 3, groups: FOURS, ...rest });

/** The one table of card networks by number range. The former ranges of Visa Electron are Visa's. */
export const CARD_RANGES: readonly CardRange[] = [
  card('nspkmir', 'Мир', /^220[0-4]/, { lengths: from(16, 19) }),
  card('visa', 'Visa', /^4/, { lengths: [13, 16, 19] }),
  card('mastercard', 'Mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/),
  card('maestro', 'Maestro', /^(5018|5020|5038|5[68]|6304|6390|67)/, { lengths: from(12, 19) }),
  card('amex', 'American Express', /^3[47]/, { lengths: [15], cvvLength: 4, groups: [4, 6, 5] }),
  card('dinersclub', 'Diners Club', /^3(0[0-5]|[68])/, { lengths: from(14, 19) }),
  card('discover', 'Discover', /^6(011|4[4-9]|5)/, { lengths: from(16, 19) }),
  card('jcb', 'JCB', /^35(2[89]|[3-8])/, { lengths: from(16, 19) }),
  card('unionpay', 'UnionPay', /^62/, { lengths: from(16, 19) }),
  card('uzcard', 'Uzcard', /^8600/, { cvvLength: 0 }),
  card('humo', 'Humo', /^9860/, { cvvLength: 0 }),
];

/** The known card networks. */
export const PAYMENT_SYSTEMS = CARD_RANGES.map(({ system }) => system);

/** The range of a number or of its first digits. */
export function findCardRange(digits: string): CardRange | undefined {
  return CARD_RANGES.find(({ range }) => range.test(digits));
}

export function getCardRange(system: string): CardRange | undefined {
  return CARD_RANGES.find((each) => each.system === system);
}

/** Whether a text of digits is the number of a card that a network could have issued. */
export function isCardNumber(digits: string): boolean {
  return findCardRange(digits)?.lengths.includes(digits.length) === true && isLuhnValid(digits);
}

const ZERO = 48;

/** Whether a text of digits ends with its Luhn check digit (ISO/IEC 7812-1, annex B). */
export function isLuhnValid(text: string): boolean {
  let sum = 0;
  // No intermediate array: a body may hold fifty thousand candidates.
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(text.length - 1 - index) - ZERO;
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
