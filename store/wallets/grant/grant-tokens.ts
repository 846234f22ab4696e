import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { notFound, Refusal } from '../../../domain/platform/errors/refusal';
import {
  GRANT_TOKEN_VERSION,
  assertGrantAsset,
  assertGrantLifetime,
  type DestinationGrantPayload,
  type WalletGrantPayload,
} from '../../../domain/wallets/grant/grant';
import type { Money } from '../../../domain/platform/money/money';
import { toTokenMoney } from '../../../domain/wallets/quote/quote';
import { assertAccessibleDestination, assertFitWallet } from '../../../domain/wallets/withdrawal/withdrawal-checks';
import { readToken, signToken } from '../../../security/signed-token';
import type { Database } from '../../postgres/database';
import { findDestination } from '../destination/destination.queries';
import { newId } from '../../id';
import type { Store } from '../../store';
import { findWallet } from '../wallet/wallet.queries';
import type { KeyRing } from '../../../security/key-ring';

const PURPOSE = { wallet: 'wallet-grant', destination: 'destination-grant' } as const;

export interface GrantTerms {
  partyID: string;
  validUntil: Date;
  signingKeys: KeyRing;
}

/** Grants the bearer one withdrawal from a party's own wallet, up to an amount. @throws Refusal notFound, invalidOperationParameters */
export async function grantWallet(
  database: Database,
  { walletID, asset, partyID, validUntil, signingKeys }: GrantTerms & { walletID: string; asset: Money },
): Promise<string> {
  const found = await findWallet(database, walletID);
  if (found?.partyID !== partyID) throw notFound('Wallet');
  const wallet = assertFitWallet(found);
  assertGrantLifetime(validUntil, new Date());
  assertGrantAsset(asset, wallet.currency);
  const payload: WalletGrantPayload = {
    ...buildEnvelope({ partyID, validUntil }),
    kind: 'wallet',
    walletID,
    asset: toTokenMoney(asset),
  };
  return signToken(payload, PURPOSE.wallet, signingKeys);
}

/** Grants the bearer one withdrawal to a party's own destination. @throws Refusal notFound, invalidOperationParameters */
export async function grantDestination(
  store: Store,
  { destinationID, partyID, validUntil, signingKeys }: GrantTerms & { destinationID: string },
): Promise<string> {
  const destination = await findDestination(store, destinationID);
  if (destination?.partyID !== partyID) throw notFound('Destination');
  assertAccessibleDestination(destination);
  assertGrantLifetime(validUntil, new Date());
  const payload: DestinationGrantPayload = {
    ...buildEnvelope({ partyID, validUntil }),
    kind: 'destination',
    destinationID,
  };
  return signToken(payload, PURPOSE.destination, signingKeys);
}

function buildEnvelope({ partyID, validUntil }: Pick<GrantTerms, 'partyID' | 'validUntil'>) {
  return {
    version: GRANT_TOKEN_VERSION as typeof GRANT_TOKEN_VERSION,
    grantID: newId(),
    ownerPartyID: partyID,
    validUntil: rfc3339Text(validUntil),
  };
}

interface Payloads {
  wallet: WalletGrantPayload;
  destination: DestinationGrantPayload;
}

/** Verifies a grant token. @throws Refusal badToken if it is foreign or changed */
export async function readGrant<Kind extends keyof Payloads>(
  kind: Kind,
  token: string | undefined,
  signingKeys: KeyRing,
): Promise<Payloads[Kind] | undefined> {
  if (token === undefined) return undefined;
  const read = await readToken<Payloads[Kind]>(token, PURPOSE[kind], signingKeys);
  if (read?.payload.version !== GRANT_TOKEN_VERSION) {
    throw new Refusal('badToken', 'is not a grant of this platform', { place: `${kind}Grant` });
  }
  return read.payload;
}
