/** The caller and request that a change is attributed to in the audit log. */
export interface Origin {
  requestID: string;
  operation: string;
  /** `apiKey/ID`, `invoiceToken`, `operator/NAME`: never the key or the token itself. */
  caller: string;
  partyID: string | null;
  paymentID: string | null;
  /** The HTTP status of success; null if it is no API call. */
  status: number | null;
  /** Why an operator acts. */
  reason?: string;
  /** Set once a change has recorded this origin; otherwise the call is recorded after its response. */
  isNoted: boolean;
}

/** A store of a named operator; every change is attributed to the operator. */
export type OperatorStore<Changed extends { origin?: Origin }> = Changed & { origin: Origin };

/** Gives the audit log the reason of an operator's action. */
export function withReason<Acting extends { origin: Origin }>(store: Acting, reason: string): Acting {
  store.origin.reason = reason;
  return store;
}

/** The reason of an operator's command, for its executor. */
export function getReason({ origin: { reason } }: { origin: Origin }): string {
  if (reason === undefined) throw new Error('an operator acts without a reason');
  return reason;
}

/** Attributes changes of a store to an operator's workflow or command. */
export function asOperator<Changed extends { origin?: Origin }>(
  store: Changed,
  request: Pick<Origin, 'operation' | 'requestID' | 'paymentID'>,
  caller = 'operator',
): Changed & { origin: Origin } {
  return { ...store, origin: { ...request, caller, partyID: null, status: null, isNoted: false } };
}
