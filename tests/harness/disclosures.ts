/** A disclosure; `what` is masked so that the report does not leak it. */
export type Disclosure = { where: string; what: string };

const digitRuns = /\d(?:[ -]?\d){11,}/g;
const hexDigitRuns = /(?:3[0-9]){12,}/g;
const cvvInContext = /\b(?:cvv2?|cvc2?|cvn|securityCode)\\?["']?\s*[:=]\s*\\?["']?(\d{3,4})\b/gi;

/** Finds card numbers (digits, grouped digits, hexadecimal as of PostgreSQL, base64 as of Temporal) and named CVVs. */
export function disclosures(input: { text: string; cardNumbers: readonly string[]; where: string }): Disclosure[] {
  const { text, cardNumbers, where } = input;
  const plain = [...text.matchAll(digitRuns)].map(([run]) => run.replace(/[ -]/g, ''));
  const hex = [...text.matchAll(hexDigitRuns)].map(([run]) => Buffer.from(run, 'hex').toString('latin1'));
  const runs = new Set([...plain, ...hex]);
  const base64 = base64Pattern(cardNumbers);
  const cards = cardNumbers.filter((card) => [...runs].some((run) => run.includes(card)));
  const encoded = base64 === undefined ? [] : [...new Set(text.match(base64) ?? [])];
  const cvvs = [...text.matchAll(cvvInContext)].map(([whole]) => whole);
  return [
    ...cards.map((card) => ({ where, what: `card number ${mask(card)}` })),
    ...encoded.map(() => ({ where, what: 'a card number in base64' })),
    ...cvvs.map((cvv) => ({ where, what: `a CVV: ${cvv.replace(/\d/g, '*')}` })),
  ];
}

function mask(card: string): string {
  return `${card.slice(0, 6)}******${card.slice(-4)}`;
}

let lastPattern: { of: readonly string[]; pattern: RegExp } | undefined;

function base64Pattern(cardNumbers: readonly string[]): RegExp | undefined {
  if (cardNumbers.length === 0) return undefined;
  if (lastPattern?.of !== cardNumbers) {
    lastPattern = { of: cardNumbers, pattern: new RegExp(base64Forms(cardNumbers).join('|'), 'g') };
  }
  return lastPattern.pattern;
}

/** Base64 of card numbers at each offset modulo 3, without the characters that depend on neighbouring bytes. */
function base64Forms(cardNumbers: readonly string[]): string[] {
  return cardNumbers.flatMap((card) => [0, 1, 2].map((offset) => certainBase64(card, offset)));
}

function certainBase64(card: string, offset: number): string {
  const whole = Buffer.concat([Buffer.alloc(offset), Buffer.from(card)]);
  const first = offset === 0 ? 0 : 4;
  const certain = whole.subarray(0, whole.length - (whole.length % 3)).toString('base64');
  return certain.slice(first);
}
