import { alpha3ToAlpha2, getAlpha3Codes, getName, registerLocale } from 'i18n-iso-countries';
import russian from 'i18n-iso-countries/langs/ru.json';

registerLocale(russian);

/** Codes that ISO 3166 leaves to its users: the package gives Kosovo one. */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-Z]|ZZ)/;

/** A country of ISO 3166-1: its alpha-3 and alpha-2 codes and its Russian name. */
export interface IsoCountry {
  id: string;
  alpha2: string;
  name: string;
}

/** The country of an alpha-3 code in capitals. */
export function findCountry(id: string): IsoCountry | undefined {
  const alpha2 = alpha3ToAlpha2(id);
  const name = getName(id, 'ru');
  return alpha2 && name && !USER_ASSIGNED.test(alpha2) ? { id, alpha2, name } : undefined;
}

/** All countries of ISO 3166-1, by their Russian names. */
export function listCountries(): IsoCountry[] {
  const found = Object.keys(getAlpha3Codes()).flatMap((id) => findCountry(id) ?? []);
  return found.sort((a, b) => a.name.localeCompare(b.name, 'ru'));
}
