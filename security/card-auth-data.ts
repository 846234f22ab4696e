import { signToken } from './signed-token';
import type { KeyRing } from './key-ring';

const CARD_AUTH_DATA = 'card-auth-data';

interface CardAuthData {
  partyID: string;
  token: string;
}

/** Signs that this party provided the card; valid only together with the card's token. */
export async function createCardAuthData({ partyID, token }: CardAuthData, signingKeys: KeyRing): Promise<string> {
  return signToken({ partyID, token }, CARD_AUTH_DATA, signingKeys);
}
