export type ReasonGroup = 'fraud' | 'authorisation' | 'processing' | 'consumer' | 'other';

/** Codes of Visa by their beginning, codes of Mastercard whole. */
const GROUPS: readonly (readonly [codes: RegExp, group: ReasonGroup])[] = [
  [/^10\.|^48(37|40|49|63|70|71)$/, 'fraud'],
  [/^11\.|^48(07|08|12)$/, 'authorisation'],
  [/^12\.|^48(31|34|42|46)$/, 'processing'],
  [/^13\.|^48(41|53|54|55|59|60)$/, 'consumer'],
];

/** What a reason code of a card scheme means. */
export function reasonGroup(code = ''): ReasonGroup {
  return GROUPS.find(([codes]) => codes.test(code))?.[1] ?? 'other';
}
