/** The Russian form that goes with a number: 1 документ, 2 документа, 5 документов, 11 документов, 21 документ. */
export function pluralForm(count: number, forms: readonly [one: string, few: string, many: string]): string {
  const lastTwo = Math.abs(count) % 100;
  const last = lastTwo % 10;
  if (lastTwo > 10 && lastTwo < 20) return forms[2];
  if (last === 1) return forms[0];
  return last >= 2 && last <= 4 ? forms[1] : forms[2];
}
