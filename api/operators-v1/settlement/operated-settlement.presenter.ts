import { isAboveLimit, type ShopBelowZero } from '../../../store/merchants/settlement/negative-balances';
import type * as Wire from './operated-settlement.types';

export function presentNegativeBalance(balance: ShopBelowZero): Wire.NegativeBalance {
  const { balanceMinor, reserveMinor, limitMinor, ...shop } = balance;
  return {
    ...shop,
    ...{ balance: Number(balanceMinor), reserve: Number(reserveMinor), limit: Number(limitMinor) },
    isAboveLimit: isAboveLimit(balance),
  };
}
