/** A page of what a party has with a wallet provider. */
export interface WalletListQuery {
  partyID: string;
  identityID?: string | undefined;
  currencyID?: string | undefined;
  limit: number;
  continuationToken?: string | undefined;
}

/** A page of what moved the money of wallets. */
export interface MovementListQuery extends WalletListQuery {
  walletID?: string | undefined;
  createdAtFrom?: Date | undefined;
  createdAtTo?: Date | undefined;
  createdBefore?: Date | undefined;
  amountFromMinor?: bigint | undefined;
  amountToMinor?: bigint | undefined;
}
