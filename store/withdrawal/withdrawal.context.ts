import type { Destination } from '../../domain/destination/destination';
import {
  assertDestinationGrantCovers,
  assertWalletGrantCovers,
  assertWalletGrantServes,
  type DestinationGrantPayload,
  type WalletGrantPayload,
} from '../../domain/grant/grant';
import type { Money } from '../../domain/money/money';
import type { WalletProvider } from '../../domain/wallet-provider/wallet-provider';
import { assertFitContext, assertFitWallet, type FitContext } from '../../domain/withdrawal/withdrawal-checks';
import { findDestination } from '../destination/destination.queries';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import type { Store } from '../store';
import { findWallet, type OwnedWallet } from '../wallet/wallet.queries';

/** Who wants to withdraw from where to where; with grants, from or to what is another party's. */
export interface WithdrawalRequest {
  partyID: string;
  walletID: string;
  destinationID: string;
  walletGrant?: WalletGrantPayload | undefined;
  destinationGrant?: DestinationGrantPayload | undefined;
}

/**
 * Reads the wallet and the destination of a withdrawal or a quote and checks that they are fit. What belongs to another
 * party is as good as none without its grant.
 * @throws Refusal invalidOperationParameters, badToken
 */
export async function readContext(store: Store, request: WithdrawalRequest, now: Date): Promise<FitContext> {
  const wallet = await reachableWallet(store, request, now);
  const destination = await reachableDestination(store, request, now);
  return assertFitContext({
    wallet,
    destination,
    walletProvider: wallet && (await getWalletProvider(store.database, wallet)),
    destinationProvider: destination && (await getWalletProvider(store.database, destination)),
    now,
  });
}

/**
 * The part of it that a quote without a destination needs.
 * @throws Refusal invalidOperationParameters, badToken
 */
export async function readWalletContext(
  store: Store,
  request: Omit<WithdrawalRequest, 'destinationID'>,
  now: Date,
): Promise<{ wallet: OwnedWallet; provider: WalletProvider }> {
  const wallet = assertFitWallet(await reachableWallet(store, request, now));
  return { wallet, provider: await getWalletProvider(store.database, wallet) };
}

async function reachableWallet(
  store: Store,
  { partyID, walletID, walletGrant }: Omit<WithdrawalRequest, 'destinationID'>,
  now: Date,
): Promise<OwnedWallet | undefined> {
  if (walletGrant) assertWalletGrantServes(walletGrant, { walletID, now });
  const wallet = await findWallet(store.database, walletID);
  return walletGrant || wallet?.partyID === partyID ? wallet : undefined;
}

async function reachableDestination(
  store: Store,
  { partyID, destinationID, destinationGrant }: WithdrawalRequest,
  now: Date,
): Promise<Destination | undefined> {
  if (destinationGrant) assertDestinationGrantCovers(destinationGrant, { destinationID, now });
  const destination = await findDestination(store, destinationID);
  return destinationGrant || destination?.partyID === partyID ? destination : undefined;
}

/** Holds the grant to the amount that is withdrawn, which follows from what was looked up. @throws Refusal badToken */
export function assertGrantCovers({ walletGrant }: Pick<WithdrawalRequest, 'walletGrant'>, cash: Money): void {
  if (walletGrant) assertWalletGrantCovers(walletGrant, cash);
}
