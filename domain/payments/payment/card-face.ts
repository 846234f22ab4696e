import { invalidField } from '../../platform/errors/refusal';

/** Data printed on a card, without its number. */
export interface CardFace {
  /** `MM/YY` or `MM/YYYY`. */
  expDate?: string;
  cardHolder?: string;
}

const EXPIRY = /^(?:0[1-9]|1[0-2])\/(?:\d{2}|\d{4})$/;

/** Letters of any alphabet with marks, spaces and punctuation, no digits, as the contract says. */
const HOLDER = /^[\p{L}\p{M}\p{Zs}\p{P}$+<=>^`|~]+$/u;

/**
 * Checks the format only: whether a card has expired is for the issuer to decide.
 * @throws Refusal invalidRequest that names the field below `place`
 */
export function assertPrinted({ expDate, cardHolder }: CardFace, place: string): void {
  if (expDate !== undefined && !EXPIRY.test(expDate)) {
    throw invalidField(`${place}.expDate`, 'must be a month from 01 to 12 and a year');
  }
  if (cardHolder !== undefined && !HOLDER.test(cardHolder)) {
    throw invalidField(`${place}.cardHolder`, 'must be letters, spaces and punctuation, without digits');
  }
}
