import type { Destination } from '../../domain/destination/destination';
import { Refusal } from '../../domain/errors/refusal';
import {
  assertDestinationGrantCovers,
  assertWalletGrantCovers,
  GRANT_REFUSALS,
  type DestinationGrantPayload,
  type WalletGrantPayload,
} from '../../domain/grant/grant';
import type { Money } from '../../domain/money/money';
import type { WalletProvider } from '../../domain/wallet-provider/wallet-provider';
import { assertFitContext, assertFitWallet, type FitContext } from '../../domain/withdrawal/withdrawal-checks';
import { findDestination } from '../destination/destination.queries';
import { walletProviderOf } from '../wallet-provider/wallet-provider.queries';
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
  const wallet = await reachableWallet(store, request);
  const destination = await reachableDestination(store, request);
  return assertFitContext({
    wallet,
    destination,
    walletProvider: wallet && (await walletProviderOf(store.database, wallet)),
    destinationProvider: destination && (await walletProviderOf(store.database, destination)),
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
): Promise<{ wallet: OwnedWallet; provider: WalletProvider }> {
  const wallet = assertFitWallet(await reachableWallet(store, request));
  return { wallet, provider: await walletProviderOf(store.database, wallet) };
}

async function reachableWallet(
  store: Store,
  { partyID, walletID, walletGrant }: Omit<WithdrawalRequest, 'destinationID'>,
): Promise<OwnedWallet | undefined> {
  if (walletGrant) assertGrantNames(walletGrant.walletID, walletID, 'walletGrant');
  const wallet = await findWallet(store.database, walletID);
  return walletGrant || wallet?.partyID === partyID ? wallet : undefined;
}

async function reachableDestination(
  store: Store,
  { partyID, destinationID, destinationGrant }: WithdrawalRequest,
): Promise<Destination | undefined> {
  if (destinationGrant) assertGrantNames(destinationGrant.destinationID, destinationID, 'destinationGrant');
  const destination = await findDestination(store, destinationID);
  return destinationGrant || destination?.partyID === partyID ? destination : undefined;
}

/** Before anything is looked up, so that a grant for something else does not tell what exists. */
function assertGrantNames(granted: string, asked: string, place: string): void {
  if (granted !== asked) throw new Refusal('badToken', GRANT_REFUSALS.otherThing, { place });
}

/** Holds the grants to what is withdrawn now. @throws Refusal badToken */
export function assertGrantsCover(
  { walletID, destinationID, walletGrant, destinationGrant }: Partial<WithdrawalRequest> & { walletID: string },
  { cash, now }: { cash: Money; now: Date },
): void {
  if (walletGrant) assertWalletGrantCovers(walletGrant, { walletID, cash, now });
  if (destinationGrant && destinationID !== undefined)
    assertDestinationGrantCovers(destinationGrant, { destinationID, now });
}
