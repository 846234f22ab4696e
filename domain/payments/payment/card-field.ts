/** The fields of a stored card, each with a placeholder of its own. */
export const CARD_FIELDS = [
  'number',
  'cvv',
  /** Of a network token, in Base64. */
  'cryptogram',
  'holder',
  /** `MM` */
  'expMonth',
  /** `YYYY` */
  'expYear',
  /** `YY` */
  'expYearShort',
  /** `MM/YY` */
  'expDate',
] as const;
export type StoredCardField = (typeof CARD_FIELDS)[number];
