import { present } from '../../../domain/platform/fields/present';
import { amountToWire } from '../../../domain/platform/money/money';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { TimelineTransfer } from '../../../domain/operators/timeline/timeline';
import type { CurrencyTerms } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { toTransfer } from '../../../operators/timeline/merge';
import type { ProviderAccountBalance } from '../../../store/platform/ledger/provider-balances';
import type { WalletWithBalance } from '../../../store/wallets/wallet/operated-wallet.queries';
import type * as Wire from './wallet.types';

/** @param isMasked whether names, which are often a person's, are left out */
export function presentWallet(wallet: WalletWithBalance, isMasked: boolean): Wire.OperatedWallet {
  const { id, partyID, identityID, providerID, currency, isBlocked, externalID, ownMinor, heldMinor } = wallet;
  return {
    ...{ id, partyID, identityID, providerID, currency, isBlocked, createdAt: rfc3339Text(wallet.createdAt) },
    ...{ own: amountToWire(ownMinor), held: amountToWire(heldMinor), available: amountToWire(ownMinor - heldMinor) },
    ...present({ externalID }),
    ...(isMasked ? {} : { identityName: wallet.identityName, name: wallet.name }),
  };
}

const toLimit = (minor: bigint | undefined): number | undefined =>
  minor === undefined ? undefined : amountToWire(minor);

export function presentLimits(terms: CurrencyTerms | undefined): Wire.WalletLimits {
  return present({
    balance: toLimit(terms?.balanceLimitMinor),
    withdrawalsPerDay: toLimit(terms?.withdrawalsPerDayMinor),
    transfersPerDay: toLimit(terms?.transfersPerDayMinor),
  });
}

export function presentWalletTransfer(transfer: TimelineTransfer): Wire.WalletTransfer {
  const { at, fact } = toTransfer(transfer);
  return { at: rfc3339Text(at), fact };
}

export function presentProviderBalance(balance: ProviderAccountBalance): Wire.ProviderBalance {
  const { kind, id, name, currency, ownMinor, heldMinor } = balance;
  return {
    ...{ kind, currency, own: amountToWire(ownMinor), held: amountToWire(heldMinor) },
    ...present({ id: id || undefined, name }),
  };
}
