/** Where a rotation has come to: nothing but a place in the record. */
export interface ReencryptionPlace {
  column: number;
  after: string;
}

/** Which key everything is to be under, and where a run goes on that was continued as new. */
export interface ReencryptionInput {
  keyID: string;
  place?: ReencryptionPlace;
  reencrypted?: number;
}

/** What the workflow needs of the world. */
export interface ReencryptionActivities {
  /** Encrypts a page anew. Harmless when repeated. */
  reencryptPage(input: {
    keyID: string;
    place: ReencryptionPlace;
  }): Promise<{ column: string; reencrypted: number; next: ReencryptionPlace | null }>;
  /** Records that all that rests is under the key. Harmless when repeated. */
  finishReencryption(input: { keyID: string; reencrypted: number }): Promise<void>;
}
