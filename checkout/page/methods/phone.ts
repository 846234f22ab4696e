import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { parseDigits, withPlainDigits } from '../card/digits';

/** A phone as the platform accepts it: country code and national number. */
export interface Phone {
  cc: string;
  ctn: string;
}

/** Numbers without a country code belong to this country. */
const DEFAULT_COUNTRY = 'RU';
/** The length of a national number that `MobileCommercePhone` accepts. */
const NATIONAL_NUMBER = /^\d{10,12}$/;

/** Adds separators while a phone is typed; digits and a leading plus stay as typed, so typing and pasting give one number. */
export function formatPhone(text: string): string {
  const plain = withPlainDigits(text).trimStart();
  const formatted = new AsYouType(DEFAULT_COUNTRY).input(plain);
  const isSame = parseDigits(formatted) === parseDigits(plain) && formatted.startsWith('+') === plain.startsWith('+');
  return isSame ? formatted : plain;
}

/** Undefined unless the text is one whole mobile number. */
export function parsePhone(text: string): Phone | undefined {
  const phone = parsePhoneNumberFromString(withPlainDigits(text).trim(), {
    defaultCountry: DEFAULT_COUNTRY,
    extract: false,
  });
  if (!phone?.isValid() || phone.ext !== undefined || !NATIONAL_NUMBER.test(phone.nationalNumber)) return undefined;
  return { cc: phone.countryCallingCode, ctn: phone.nationalNumber };
}

/** The number that is charged, with its country code; other texts as they are. */
export function showPhone(text: string): string {
  const phone = parsePhone(text);
  return phone ? formatPhone(`+${phone.cc}${phone.ctn}`) : text;
}
