import { Refusal } from '../errors/refusal';

/** What is printed on a card beside its number. */
export interface CardFace {
  /** `MM/YY` or `MM/YYYY`. */
  expDate?: string;
  cardHolder?: string;
}

const EXPIRY = /^(?:0[1-9]|1[0-2])\/(?:\d{2}|\d{4})$/;

/** Letters of any alphabet with their marks, spaces and punctuation, as the contract has it: no digits. */
const HOLDER = /^[\p{L}\p{M}\p{Zs}\p{P}$+<=>^`|~]+$/u;

/**
 * A year that is past is the issuer's business and passes; a month that no year has is nobody's.
 * @throws Refusal invalidRequest that names the field below `place`
 */
export function assertPrinted({ expDate, cardHolder }: CardFace, place: string): void {
  if (expDate !== undefined && !EXPIRY.test(expDate)) {
    throw misprinted(`${place}.expDate`, 'must be a month from 01 to 12 and a year');
  }
  if (cardHolder !== undefined && !HOLDER.test(cardHolder)) {
    throw misprinted(`${place}.cardHolder`, 'must be letters, spaces and punctuation, without digits');
  }
}

function misprinted(place: string, problem: string): Refusal {
  return new Refusal('invalidRequest', `${place}: ${problem}`, { place });
}
