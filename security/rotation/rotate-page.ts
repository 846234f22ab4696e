import { readRotationState } from '../../store/key-rotation/key-rotation';
import type { Store } from '../../store/store';
import {
  FIRST_PLACE,
  isFirstPlace,
  reencryptPage,
  type ReencryptionCursor,
  type ReencryptedPage,
} from './reencryption';

export class OtherKeyInForce extends Error {
  constructor(inForce: string, asked: string) {
    super(`the current key of this worker is ${inForce}, not ${asked}`);
    this.name = 'OtherKeyInForce';
  }
}

/** The cursor of a rotation, and the request that its pass belongs to. */
export interface RotationPlace extends ReencryptionCursor {
  requestedAt?: string;
}

/** A page of a rotation; `next` is null if a full pass since the last request changed nothing. */
export interface RotationStep extends Omit<ReencryptedPage, 'next'> {
  requestedAt: string;
  next: RotationPlace | null;
}

/** Reencrypts the next page. Idempotent. @throws OtherKeyInForce, DecryptionKeyMissing */
export async function rotatePage(
  store: Store,
  { keyID, place }: { keyID: string; place: RotationPlace },
): Promise<RotationStep | 'superseded'> {
  const state = await readRotationState(store.database, keyID);
  if (!state || state.isSuperseded) return 'superseded';
  const { first } = store.encryptionKeys;
  if (first.id !== keyID) throw new OtherKeyInForce(first.id, keyID);
  const requestedAt = isFirstPlace(place) ? state.requestedAt : place.requestedAt;
  const { next, ...step } = await reencryptPage(store, place);
  const nextPass = requestedAt === state.requestedAt ? null : FIRST_PLACE;
  const following = next && { ...next, ...(requestedAt !== undefined && { requestedAt }) };
  return { ...step, requestedAt: state.requestedAt, next: following ?? nextPass };
}
