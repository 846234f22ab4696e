import type { OpenCard } from '../cards/card-content';

const SEPARATORS = '(?:[\\s.+\\-]|%20|%2[dD])*';
const DIGIT = '(?:\\d|\\\\u003\\d|%3\\d)';
/** Bounded, so that a long response is searched in linear time. */
const CVV_MEMBER =
  /("[^"]{0,40}(?:cvv|cvc|cid|csc|securityCode|verification)[^"]{0,40}"\s{0,9}:\s{0,9}")([^"]{0,9})(")/gi;

/** What any number of a length matches, because a pattern of its own takes longer to compile than to search for. */
const anyNumber = new Map<number, RegExp>();

/** Masks the card's number, also with separators between its digits and escaped as JSON or URLs do, and members that hold its CVV. */
export function cardMask({ cardNumber, cvv }: OpenCard): (text: string) => string {
  let number: RegExp | undefined;
  return (text) => {
    let masked = text;
    if (mayHoldNumber(text, cardNumber.length)) {
      number ??= new RegExp([...cardNumber].map(toPattern).join(SEPARATORS), 'g');
      masked = text.replace(number, `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`);
    }
    if (cvv === undefined || !masked.includes(cvv)) return masked;
    return masked.replace(CVV_MEMBER, (whole, before: string, value: string, after: string) =>
      value === cvv ? `${before}***${after}` : whole,
    );
  };
}

function mayHoldNumber(text: string, length: number): boolean {
  if (text.length < length) return false;
  let pattern = anyNumber.get(length);
  if (!pattern) anyNumber.set(length, (pattern = new RegExp(`${DIGIT}(?:${SEPARATORS}${DIGIT}){${length - 1}}`)));
  return pattern.test(text);
}

/** A digit as it is, in an escape of JSON, and percent-encoded. */
function toPattern(digit: string): string {
  return `(?:${digit}|\\\\u003${digit}|%3${digit})`;
}
