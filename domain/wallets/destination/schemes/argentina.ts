import { parseDigits, weightedSum } from './digits';

const BANK_WEIGHTS = [7, 1, 3, 9, 7, 1, 3];
const ACCOUNT_WEIGHTS = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3];
const TAX_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
const VIRTUAL_PREFIX = '000';

/** Whether a text is a CBU: an account at a bank (Central Bank of Argentina: blocks of 8 and 14 digits, each with a check digit). */
export function isCbu(text: string): boolean {
  return !text.startsWith(VIRTUAL_PREFIX) && hasBlockCheckDigits(text);
}

/** Whether a text is a CVU: an account at a payment service provider. It is built as a CBU and begins with 000. */
export function isCvu(text: string): boolean {
  return text.startsWith(VIRTUAL_PREFIX) && hasBlockCheckDigits(text);
}

/** Whether a text is an alias of a CBU or a CVU. */
export function isAlias(text: string): boolean {
  return /^[A-Za-z0-9.-]{6,20}$/.test(text);
}

/** Whether a text is a CUIT, CUIL or CDI: 11 digits, the last checks the others by modulo 11. */
export function isArgentineTaxID(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  const rest = 11 - (weightedSum(parseDigits(text.slice(0, 10)), TAX_WEIGHTS) % 11);
  // Numbers with the remainder 10 are never issued.
  return (rest === 11 ? 0 : rest) === Number(text[10]);
}

function hasBlockCheckDigits(text: string): boolean {
  if (!/^\d{22}$/.test(text)) return false;
  return endsWithCheck(text.slice(0, 8), BANK_WEIGHTS) && endsWithCheck(text.slice(8), ACCOUNT_WEIGHTS);
}

function endsWithCheck(block: string, weights: readonly number[]): boolean {
  const sum = weightedSum(parseDigits(block.slice(0, -1)), weights);
  return (10 - (sum % 10)) % 10 === Number(block.at(-1));
}
