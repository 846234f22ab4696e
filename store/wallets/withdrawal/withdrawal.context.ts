import {
  assertDestinationGrantCovers,
  assertWalletGrantCovers,
  assertWalletGrantServes,
  type DestinationGrantPayload,
  type WalletGrantPayload,
} from '../../../domain/wallets/grant/grant';
import type { Money } from '../../../domain/platform/money/money';
import type { WalletProvider } from '../../../domain/wallets/wallet-provider/wallet-provider';
import {
  assertFitContext,
  assertFitWallet,
  type FitContext,
  type OwnedDestination,
} from '../../../domain/wallets/withdrawal/withdrawal-checks';
import { findDestination } from '../destination/destination.queries';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import type { Store } from '../../store';
import { findWallet, type OwnedWallet } from '../wallet/wallet.queries';

/** Party, wallet and destination of a withdrawal; grants permit those of another party. */
export interface WithdrawalRequest {
  partyID: string;
  walletID: string;
  destinationID: string;
  walletGrant?: WalletGrantPayload | undefined;
  destinationGrant?: DestinationGrantPayload | undefined;
}

/** Reads wallet and destination; foreign ones need a grant. @throws Refusal invalidOperationParameters, badToken */
export async function readContext(store: Store, request: WithdrawalRequest, now: Date): Promise<FitContext> {
  const wallet = await findPermittedWallet(store, request, now);
  const destination = await findPermittedDestination(store, request, now);
  return assertFitContext({
    wallet,
    destination,
    walletProvider: wallet && (await getWalletProvider(store.database, wallet)),
    destinationProvider: destination && (await getWalletProvider(store.database, destination)),
    now,
  });
}

/** As `readContext`, for a quote without a destination. @throws Refusal invalidOperationParameters, badToken */
export async function readWalletContext(
  store: Store,
  request: Omit<WithdrawalRequest, 'destinationID'>,
  now: Date,
): Promise<{ wallet: OwnedWallet; provider: WalletProvider }> {
  const wallet = assertFitWallet(await findPermittedWallet(store, request, now));
  return { wallet, provider: await getWalletProvider(store.database, wallet) };
}

async function findPermittedWallet(
  store: Store,
  { partyID, walletID, walletGrant }: Omit<WithdrawalRequest, 'destinationID'>,
  now: Date,
): Promise<OwnedWallet | undefined> {
  if (walletGrant) assertWalletGrantServes(walletGrant, { walletID, now });
  const wallet = await findWallet(store.database, walletID);
  return walletGrant || wallet?.partyID === partyID ? wallet : undefined;
}

async function findPermittedDestination(
  store: Store,
  { partyID, destinationID, destinationGrant }: WithdrawalRequest,
  now: Date,
): Promise<OwnedDestination | undefined> {
  if (destinationGrant) assertDestinationGrantCovers(destinationGrant, { destinationID, now });
  const destination = await findDestination(store, destinationID);
  return destinationGrant || destination?.partyID === partyID ? destination : undefined;
}

/** Checks the withdrawn amount against the grant. @throws Refusal badToken */
export function assertGrantCovers({ walletGrant }: Pick<WithdrawalRequest, 'walletGrant'>, cash: Money): void {
  if (walletGrant) assertWalletGrantCovers(walletGrant, cash);
}
