/** Who asked for the changes that a store makes, and how: what the audit log keeps of it. */
export interface Origin {
  /** The request's id, or the id of an operator's workflow. */
  requestID: string;
  /** The operation of the API, or the operator's command. */
  operation: string;
  /** `apiKey/ID`, `invoiceToken`, `operator/NAME`: never the key or the token itself. */
  caller: string;
  partyID: string | null;
  /** The payment that the path names. */
  paymentID: string | null;
  /** What the operation answers where it succeeds; null for what is no call of an API. */
  status: number | null;
  /** Whether a change has been appended with it: what was not is told after the answer, if at all. */
  isNoted: boolean;
}

/** A store whose changes an operator asked for by a workflow or a command of this name. */
export function asOperator<Changed extends { origin?: Origin }>(
  store: Changed,
  asked: Pick<Origin, 'operation' | 'requestID' | 'paymentID'>,
  caller = 'operator',
): Changed & { origin: Origin } {
  return { ...store, origin: { ...asked, caller, partyID: null, status: null, isNoted: false } };
}
