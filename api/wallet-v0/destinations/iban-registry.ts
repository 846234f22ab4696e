import type * as Ibantools from 'ibantools' with { 'resolution-mode': 'import' };
import type { IbanRegistry } from '../../../domain/wallets/destination/schemes/iban';

// The package has a CommonJS build, but its types declare an ES module, so TypeScript rejects a plain import.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { isSEPACountry, isValidIBAN } = require('ibantools') as typeof Ibantools;

// Countries that the European Payments Council admitted in 2024 and 2025 (EPC409-09), which the library lacks.
const ADMITTED_LATER = new Set(['AL', 'MD', 'ME', 'MK', 'RS']);

/** The IBAN registry of ibantools: lengths, formats and national check digits of every country. */
export const ibanRegistry: IbanRegistry = {
  isKnown: (iban) => isValidIBAN(iban),
  isSepaCountry: (countryCode) => isSEPACountry(countryCode) || ADMITTED_LATER.has(countryCode),
};
