/** Why a request is not sent: it holds what looks like a card, and is none of the test cards. */
export const REAL_CARD =
  'Это не тестовая карта. Консоль не отправляет настоящие номера: выберите карту из списка «Тестовая карта».';

/** Whether a value holds a card number that is no test card, however it is written. */
export function holdsRealCard(value: unknown, testCards: readonly string[]): boolean {
  const known = new Set(testCards);
  return texts(value).some(({ name, text }) =>
    numbersIn(text).some((number) => !known.has(number) && (name === 'cardNumber' || isCard(number))),
  );
}

/** All texts and numbers within a value, with the names of their fields. */
function texts(value: unknown, name = ''): { name: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => [{ name: '', text: key }, ...texts(item, key)]);
  return [{ name, text: typeof value === 'number' ? value.toFixed(0) : String(value) }];
}

/** Digits with at most one sign between them, and with as many as there are: spaces, dashes, what is not seen at all. */
const RUNS = [/\d(?:[\s\p{Pd}\p{Cf}.]?\d)+/gu, /\d(?:[\s\p{Pd}\p{Cf}.]*\d)+/gu];

/** Runs of digits as long as a card's, as people group them. */
function numbersIn(text: string): string[] {
  const runs = RUNS.flatMap((run) => text.match(run) ?? []);
  return runs.map((run) => run.replace(/\D/g, '')).filter(({ length }) => length >= 12 && length <= 19);
}

/** By the check digit that every card has. */
function isCard(number: string): boolean {
  const sum = [...number].reverse().reduce((total, sign, place) => {
    const digit = Number(sign) * (place % 2 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}
