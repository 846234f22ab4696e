import type { OpenCard } from '../cards/card-content';

const SEPARATORS = '[\\s.\\-]*';
const CVV_MEMBER = /("[^"]*(?:cvv|cvc|cid|csc|securityCode|verification)[^"]*"\s*:\s*")([^"]*)(")/gi;

/** Masks the card's number, also with separators between its digits, and members that hold its CVV. */
export function maskCard(text: string, { cardNumber, cvv }: OpenCard): string {
  const number = new RegExp([...cardNumber].join(SEPARATORS), 'g');
  const masked = text.replace(number, `${cardNumber.slice(0, 6)}******${cardNumber.slice(-4)}`);
  if (cvv === undefined) return masked;
  return masked.replace(CVV_MEMBER, (whole, before: string, value: string, after: string) =>
    value === cvv ? `${before}***${after}` : whole,
  );
}
