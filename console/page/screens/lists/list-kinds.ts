import type { OwnerKind } from '../../parts/owners';

export type ListKind = 'refunds' | 'chargebacks' | 'withdrawals' | 'deposits';

interface ListShape {
  owner: OwnerKind;
  statuses: readonly string[];
  /** The other filter: the invoice of a return, the wallet of a movement. */
  of: 'invoiceID' | 'walletID';
}

const MOVEMENT_STATUSES = ['Pending', 'Succeeded', 'Failed'];

export const LISTS: Readonly<Record<ListKind, ListShape>> = {
  refunds: { owner: 'shop', statuses: ['pending', 'succeeded', 'failed'], of: 'invoiceID' },
  chargebacks: {
    owner: 'shop',
    statuses: ['pending', 'accepted', 'rejected', 'cancelled'],
    of: 'invoiceID',
  },
  withdrawals: { owner: 'party', statuses: MOVEMENT_STATUSES, of: 'walletID' },
  deposits: { owner: 'party', statuses: MOVEMENT_STATUSES, of: 'walletID' },
};

/** A row of any of the lists. */
export interface ShownOperation {
  id: string;
  invoiceID?: string | undefined;
  paymentID?: string | undefined;
  createdAt: string;
  status: string;
  amount: number;
  currency: string;
  reason?: string | undefined;
  stage?: string | undefined;
  /** What the dispute costs the shop, for a merchant. */
  levy?: number | undefined;
  answerDueAt?: string | undefined;
  walletID?: string | undefined;
  destinationID?: string | undefined;
  sourceID?: string | undefined;
  externalID?: string | undefined;
  errorCode?: string | undefined;
}

export interface ListPage {
  rows: ShownOperation[];
  continuationToken?: string | undefined;
}

export interface ListFilter {
  owner?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  status?: string | undefined;
  of?: string | undefined;
}
