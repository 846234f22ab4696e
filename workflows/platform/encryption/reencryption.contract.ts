/** The progress of a rotation: a position in the database and the results of the current pass. */
export interface ReencryptionPlace {
  column: number;
  after: string;
  hasChanged?: boolean;
  requestedAt?: string;
}

/** The key to encrypt with, and the position of a continued run. */
export interface ReencryptionInput {
  keyID: string;
  place?: ReencryptionPlace;
  reencrypted?: number;
}

/** The result of a page; `next` is null after a pass without changes. */
export interface ReencryptionStep {
  column: string;
  reencrypted: number;
  /** When the rotation was last requested, as of this page. */
  requestedAt: string;
  next: ReencryptionPlace | null;
}

/** Activities of rotation workflows. */
export interface ReencryptionActivities {
  /** Encrypts a page again, unless another key has superseded this one. Idempotent. */
  reencryptPage(input: { keyID: string; place: ReencryptionPlace }): Promise<ReencryptionStep | 'superseded'>;
  /** Records that all stored data is encrypted with the key. Idempotent. */
  finishReencryption(input: { keyID: string; reencrypted: number; requestedAt: string }): Promise<void>;
}
