/** Where a rotation has come to: nothing but a place in the record, and what its pass has found so far. */
export interface ReencryptionPlace {
  column: number;
  after: string;
  hasChanged?: boolean;
  requestedAt?: string;
}

/** Which key everything is to be under, and where a run goes on that was continued as new. */
export interface ReencryptionInput {
  keyID: string;
  place?: ReencryptionPlace;
  reencrypted?: number;
}

/** What a page was, and where the next is: none after a pass that has changed nothing. */
export interface ReencryptionStep {
  column: string;
  reencrypted: number;
  /** When the rotation was last requested, as of this page. */
  requestedAt: string;
  next: ReencryptionPlace | null;
}

/** What the workflow needs of the world. */
export interface ReencryptionActivities {
  /** Encrypts a page anew, or says that another key has taken the place of this one. Harmless when repeated. */
  reencryptPage(input: { keyID: string; place: ReencryptionPlace }): Promise<ReencryptionStep | 'superseded'>;
  /** Records that all that rests is under the key. Harmless when repeated. */
  finishReencryption(input: { keyID: string; reencrypted: number; requestedAt: string }): Promise<void>;
}
