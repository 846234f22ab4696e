import { flagOf, residenceKey, type Residence } from '../../domain/residence/residence';
import { findCountry } from '../http/countries';

/** A country of ISO 3166-1 by its alpha-3 code in either case, with its Russian name and its flag. */
export function findResidence(text: string): Residence | undefined {
  const country = findCountry(residenceKey(text));
  return country && { id: country.id, name: country.name, flag: flagOf(country.alpha2) };
}
