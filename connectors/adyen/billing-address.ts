import { cutText } from '../cut-text';
import type { PayerAddress } from '../payer';

const MAX_LENGTH = 3_000;
const MAX_STATE = 1_000;
const MAX_POSTAL_CODE = 10;
/** Adyen's code of an unknown country. */
const UNKNOWN_COUNTRY = 'ZZ';
/** Countries whose addresses need the two letters of a state. */
const WITH_STATES = ['US', 'CA'];

/**
 * Converts an address to the form of 3-D Secure 2; undefined if Adyen would refuse it, because a required part is unknown. The number of
 * the building stands in our line.
 */
export function toBillingAddress(given: PayerAddress): object | undefined {
  const { country = UNKNOWN_COUNTRY, state, city, line, postalCode } = given;
  const code = country === 'US' ? postalCode?.trim().slice(0, 5) : postalCode?.trim();
  if (!line?.trim() || !city?.trim() || !code || code.length > MAX_POSTAL_CODE) return undefined;
  if (WITH_STATES.includes(country) && !/^[A-Z]{2}$/.test(state ?? '')) return undefined;
  return {
    country,
    city: cutText(city, MAX_LENGTH),
    street: cutText(line, MAX_LENGTH),
    houseNumberOrName: 'N/A',
    postalCode: code,
    ...(state !== undefined && { stateOrProvince: cutText(state, MAX_STATE) }),
  };
}
