import { keepPlace, readRotationState } from '../../store/platform/key-rotation/key-rotation';
import type { Store } from '../../store/store';
import { FIRST_PLACE, reencryptPage, type ReencryptedPage } from './reencryption';

export class OtherKeyInForce extends Error {
  constructor(inForce: string, asked: string) {
    super(`the current key of this worker is ${inForce}, not ${asked}`);
    this.name = 'OtherKeyInForce';
  }
}

/** A page of a rotation; `next` is null if a full pass since the last request changed nothing. */
export interface RotationStep extends ReencryptedPage {
  requestedAt: string;
}

/** Reencrypts the page that is next by the database. Idempotent. @throws OtherKeyInForce, DecryptionKeyMissing */
export async function rotatePage(store: Store, { keyID }: { keyID: string }): Promise<RotationStep | 'superseded'> {
  const state = await readRotationState(store.database, keyID);
  if (!state || state.isSuperseded) return 'superseded';
  const { first } = store.encryptionKeys;
  if (first.id !== keyID) throw new OtherKeyInForce(first.id, keyID);
  const { requestedAt } = state;
  if (state.isPassed) return { column: '', reencrypted: 0, requestedAt, next: null };
  const { next, ...step } = await reencryptPage(store, state.place ?? FIRST_PLACE);
  const isKept = await keepPlace(store.database, { keyID, requestedAt, next, reencrypted: step.reencrypted });
  return { ...step, requestedAt, next: isKept ? next : FIRST_PLACE };
}
