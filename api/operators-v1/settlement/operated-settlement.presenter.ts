import { isAboveLimit, type NegativeBalance } from '../../../store/settlement/negative-balances';
import type * as Wire from './operated-settlement.types';

export function presentNegativeBalance(balance: NegativeBalance): Wire.NegativeBalance {
  const { balanceMinor, reserveMinor, limitMinor, ...shop } = balance;
  return {
    ...shop,
    ...{ balance: Number(balanceMinor), reserve: Number(reserveMinor), limit: Number(limitMinor) },
    isAboveLimit: isAboveLimit(balance),
  };
}
