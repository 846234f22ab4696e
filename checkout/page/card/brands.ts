export interface Brand {
  system: string;
  name: string;
  range: RegExp;
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
  rest: Partial<Pick<Brand, 'lengths' | 'cvvLength' | 'groups'>> = {},
): Brand => ({ system, name, range, lengths: [16], cvvLength: 3, groups: FOURS, ...rest });

const BRANDS: readonly Brand[] = [
  card('nspkmir', 'Мир', /^220[0-4]/, { lengths: from(16, 19) }),
  card('visaelectron', 'Visa Electron', /^(4026|417500|4405|4508|4844|4913|4917)/),
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

export function detectBrand(digits: string): Brand | undefined {
  return BRANDS.find(({ range }) => range.test(digits));
}

export function getBrand(system: string): Brand | undefined {
  return BRANDS.find((brand) => brand.system === system);
}
