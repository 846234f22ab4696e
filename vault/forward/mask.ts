import type { OpenCard } from '../cards/card-content';

const SEPARATORS = '(?:[\\s.+\\-]|%20|%2[dD])*';
/** Bounded, so that a long response is searched in linear time. */
const CVV_MEMBER =
  /("[^"]{0,40}(?:cvv|cvc|cid|csc|securityCode|verification)[^"]{0,40}"\s{0,9}:\s{0,9}")([^"]{0,9})(")/gi;

/** Masks the card's number, also with separators between its digits and escaped as JSON or URLs do, and members that hold its CVV. */
export function maskCard(text: string, { cardNumber, cvv }: OpenCard): string {
  const number = new RegExp([...cardNumber].map(toPattern).join(SEPARATORS), 'g');
  const masked = text.replace(number, `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`);
  if (cvv === undefined) return masked;
  return masked.replace(CVV_MEMBER, (whole, before: string, value: string, after: string) =>
    value === cvv ? `${before}***${after}` : whole,
  );
}

/** A digit as it is, in an escape of JSON, and percent-encoded. */
function toPattern(digit: string): string {
  return `(?:${digit}|\\\\u003${digit}|%3${digit})`;
}
