import { parseDigits, weightedSum } from './digits';

const KEY_WEIGHTS = [7, 1, 3];
const ROUBLE_CODES = ['810', '643'];
const CENTRAL_BANK_ENDINGS = ['000', '001', '002'];
const COMPANY_WEIGHTS = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const PERSON_WEIGHTS_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const PERSON_WEIGHTS_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

export interface RussianAccount {
  account: string;
  bankBik: string;
}

/** Whether a text is a bank identification code: 9 digits; 04 is the country code within Russia, 00–02 other participants. */
export function isBik(text: string): boolean {
  return /^0[0-4]\d{7}$/.test(text);
}

/**
 * Whether the control key of an account fits its bank (Bank of Russia, order 515 of 8 September 1997). An account at
 * the Bank of Russia itself is prefixed with digits 5 and 6 of the BIK, any other with its last three digits.
 */
export function hasAccountKey({ account, bankBik }: RussianAccount): boolean {
  if (!/^\d{20}$/.test(account) || !isBik(bankBik)) return false;
  const ending = bankBik.slice(-3);
  return isKeyed(CENTRAL_BANK_ENDINGS.includes(ending) ? centralBankPrefix(bankBik) : ending, account);
}

/** Whether the key of a bank's correspondent account at the Bank of Russia holds; its last three digits are the BIK's. */
export function hasCorrespondentAccountKey({ account, bankBik }: RussianAccount): boolean {
  if (!/^301\d{17}$/.test(account) || !isBik(bankBik)) return false;
  return account.slice(-3) === bankBik.slice(-3) && isKeyed(centralBankPrefix(bankBik), account);
}

/** Whether an account is kept in roubles: digits 6 to 8 are the currency's code. */
export function isRoubleAccount(account: string): boolean {
  return ROUBLE_CODES.includes(account.slice(5, 8));
}

/** Whether a text is a taxpayer number: 10 digits with one check digit (a company) or 12 with two (a person). */
export function isInn(text: string): boolean {
  if (/^\d{10}$/.test(text)) return innDigit(text, COMPANY_WEIGHTS) === Number(text[9]);
  if (!/^\d{12}$/.test(text)) return false;
  return (
    innDigit(text, PERSON_WEIGHTS_11) === Number(text[10]) && innDigit(text, PERSON_WEIGHTS_12) === Number(text[11])
  );
}

function centralBankPrefix(bankBik: string): string {
  return `0${bankBik.slice(4, 6)}`;
}

function isKeyed(prefix: string, account: string): boolean {
  return weightedSum(parseDigits(prefix + account), KEY_WEIGHTS) % 10 === 0;
}

function innDigit(inn: string, weights: readonly number[]): number {
  return (weightedSum(parseDigits(inn.slice(0, weights.length)), weights) % 11) % 10;
}
