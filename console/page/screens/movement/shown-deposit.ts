import type { Schemas } from '../../api/client';

/** A deposit as an operator or its merchant sees it. */
export type ShownDeposit = Pick<
  Schemas['OperatedDeposit'],
  'id' | 'walletID' | 'sourceID' | 'createdAt' | 'status' | 'amount' | 'currency'
> &
  Partial<Schemas['OperatedDeposit']>;
