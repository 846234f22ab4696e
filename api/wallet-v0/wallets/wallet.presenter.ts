import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Wallet, WalletBalance } from '../../../domain/wallets/wallet/wallet';
import { presentMoney } from '../shared/asset';
import type { Metadata } from '../shared/primitives.types';
import type * as Wire from './wallet.types';

export function presentWallet(wallet: Wallet): Wire.Wallet {
  return {
    id: wallet.id,
    name: wallet.name,
    createdAt: rfc3339Text(wallet.createdAt),
    isBlocked: wallet.isBlocked,
    identity: wallet.identityID,
    currency: wallet.currency,
    metadata: (wallet.metadata ?? undefined) as Metadata | undefined,
    externalID: wallet.externalID ?? undefined,
  };
}

export function presentAccount({ currency }: Wallet, { ownMinor, availableMinor }: WalletBalance): Wire.WalletAccount {
  return {
    own: presentMoney({ amountMinor: ownMinor, currency }),
    available: presentMoney({ amountMinor: availableMinor, currency }),
  };
}
