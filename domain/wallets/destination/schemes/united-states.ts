import { parseDigits, weightedSum } from './digits';

/** Whether a text is an ABA routing number: 9 digits, a sum by the weights 3, 7, 1 that ends in zero. */
export function isAbaRoutingNumber(text: string): boolean {
  return /^\d{9}$/.test(text) && text !== '000000000' && weightedSum(parseDigits(text), [3, 7, 1]) % 10 === 0;
}
