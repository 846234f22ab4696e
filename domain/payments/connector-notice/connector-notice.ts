/**
 * A statement about an operation: sent by a connector in a signed callback, or kept by the connector's code itself. Look-ups
 * of connectors without a query API read these.
 */
export interface ConnectorNotice {
  /** A repeated statement has the same id. */
  id: string;
  /** The reference of the operation that was sent to the connector. */
  reference: string;
  /** The connector's reference of the operation that this one follows. */
  originalReference?: string;
  event: string;
  isSuccess: boolean;
  /** An earlier success failed after all: the operation is looked up though it is done. Not stored. */
  isReversal?: true;
  connectorReference: string;
  /** In the connector's minor units. */
  amount?: bigint;
  currency?: string;
  /** Further fields; they contain no card data and no tokens. */
  details: Readonly<Record<string, string>>;
  statedAt: Date;
}

/** The statements of one connector. */
export interface NoticeBook {
  /** Keeps statements; repeated ones have no effect. */
  record(notices: readonly ConnectorNotice[]): Promise<void>;
  /** Finds statements by their own or their original reference, the earliest first. */
  find(references: { reference: string; originalReference?: string | undefined }): Promise<ConnectorNotice[]>;
}
