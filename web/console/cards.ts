/** The error for a request with a card number that is not a test card. */
export const REAL_CARD =
  'Это не тестовая карта. Консоль не отправляет настоящие номера: выберите карту из списка «Тестовая карта».';

/** Tells whether a value contains a card number other than a test card, in any format. */
export function holdsRealCard(value: unknown, testCards: readonly string[]): boolean {
  const known = new Set(testCards);
  return collectTexts(value).some(({ name, text }) =>
    findCardNumbers(text).some((number) => !known.has(number) && (name === 'cardNumber' || isCard(number))),
  );
}

function collectTexts(value: unknown, name = ''): { name: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap((item) => collectTexts(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => [{ name: '', text: key }, ...collectTexts(item, key)]);
  return [{ name, text: typeof value === 'number' ? value.toFixed(0) : String(value) }];
}

/** Digits separated by at most one, or by any number of, spaces, dashes or invisible characters. */
const RUNS = [/\d(?:[\s\p{Pd}\p{Cf}.]?\d)+/gu, /\d(?:[\s\p{Pd}\p{Cf}.]*\d)+/gu];

function findCardNumbers(text: string): string[] {
  const runs = RUNS.flatMap((run) => text.match(run) ?? []);
  return runs.map((run) => run.replace(/\D/g, '')).filter(({ length }) => length >= 12 && length <= 19);
}

function isCard(number: string): boolean {
  const sum = [...number].reverse().reduce((total, sign, place) => {
    const digit = Number(sign) * (place % 2 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}
