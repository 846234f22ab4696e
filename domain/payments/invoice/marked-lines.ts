import { invalidField } from '../../platform/errors/refusal';
import type { CartLine } from './cart';
import { MARKING_CODES } from './fiscal-tags';

/**
 * Checks the lines with a marking code: a code is of one piece, or of a part of one pack, and is sold once.
 * @throws Refusal invalidRequest
 */
export function assertMarkedLines(cart: readonly CartLine[], place: string): void {
  const values = new Set<string>();
  for (const [index, { markingCode, quantity, measure = 'piece', subject = 'commodity' }] of cart.entries()) {
    if (!markingCode) continue;
    const { type, value, part } = markingCode;
    const require = (isRight: boolean, field: string, problem: string) => {
      if (!isRight) throw invalidField(`${place}[${index}].${field}`, problem);
    };
    require(MARKING_CODES[type].test(value), 'markingCode.value', `is not a code of the type ${type}`);
    require(!part || part.numerator < part.denominator, 'markingCode.part.numerator', 'must be less than denominator');
    require(quantity === 1n, 'quantity', 'must be 1 beside a marking code');
    require(measure === 'piece', 'measure', 'must be piece beside a marking code');
    require(['commodity', 'excise'].includes(subject), 'paymentSubject', 'of a marked line is commodity or excise');
    require(!values.has(value), 'markingCode.value', 'is that of an earlier line');
    values.add(value);
  }
}
