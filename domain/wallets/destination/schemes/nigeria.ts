import { parseDigits, weightedSum } from './digits';

const WEIGHTS = [3, 7, 3];

/**
 * Whether the check digit of a NUBAN fits its bank (Central Bank of Nigeria, the NUBAN standard revised in 2020): a
 * bank's code of 3 digits counts as 000 and the code, a code of 5 digits as 9 and the code.
 */
export function hasNubanCheckDigit({ bankCode, accountNumber }: { bankCode: string; accountNumber: string }): boolean {
  if (!/^(\d{3}|\d{5})$/.test(bankCode) || !/^\d{10}$/.test(accountNumber)) return false;
  const institution = bankCode.length === 3 ? `000${bankCode}` : `9${bankCode}`;
  const sum = weightedSum(parseDigits(institution + accountNumber.slice(0, 9)), WEIGHTS);
  return (10 - (sum % 10)) % 10 === Number(accountNumber[9]);
}
