import { signToken } from '../access-token/signed-token';
import type { KeyRing } from '../secrets/key-ring';

const CARD_AUTH_DATA = 'card-auth-data';

/** What the authorisation data of a card says: whose it is, and of which card. */
interface CardAuthData {
  partyID: string;
  token: string;
}

/** Signs that a card was given by this party: good beside the card's token only. */
export async function createCardAuthData({ partyID, token }: CardAuthData, signingKeys: KeyRing): Promise<string> {
  return signToken({ partyID, token }, CARD_AUTH_DATA, signingKeys);
}
