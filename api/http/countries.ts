import { alpha3ToAlpha2, getAlpha3Codes, getName, registerLocale } from 'i18n-iso-countries';
import russian from 'i18n-iso-countries/langs/ru.json';

registerLocale(russian);

/** User-assigned codes of ISO 3166; the package uses one for Kosovo. */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-Z]|ZZ)/;

/** A country of ISO 3166-1: alpha-3 code, alpha-2 code and Russian name. */
export interface IsoCountry {
  id: string;
  alpha2: string;
  name: string;
}

/** Finds a country by its upper-case alpha-3 code. */
export function findCountry(id: string): IsoCountry | undefined {
  const alpha2 = alpha3ToAlpha2(id);
  const name = getName(id, 'ru');
  return alpha2 && name && !USER_ASSIGNED.test(alpha2) ? { id, alpha2, name } : undefined;
}

/** Lists all countries of ISO 3166-1 by Russian name. */
export function listCountries(): IsoCountry[] {
  const found = Object.keys(getAlpha3Codes()).flatMap((id) => findCountry(id) ?? []);
  return found.sort((a, b) => a.name.localeCompare(b.name, 'ru'));
}
