import { ConnectorMisuse } from './connector';

/** What an acquirer states of a request that it refuses by validation: codes and names of fields, never values. */
export interface RejectionFact {
  code: string;
  parameter?: string | undefined;
}

/**
 * The acquirer refuses the request by validation, or the connector before it sends it: nothing was done and nothing will be
 * with this account. An acquirer's refusal excludes an earlier success with the same operation id.
 */
export class ConnectorRejection extends ConnectorMisuse {
  readonly fact: RejectionFact;
  /** Whether no request was sent: an earlier, different one may have been. */
  readonly isUnsent: boolean;

  constructor(message: string, { isUnsent = false, ...fact }: RejectionFact & { isUnsent?: boolean }) {
    super(message);
    this.fact = fact;
    this.isUnsent = isUnsent;
  }

  /** A request that the connector refuses to send because of a field. */
  static unsent(message: string, parameter: string): ConnectorRejection {
    return new ConnectorRejection(message, { code: 'notSent', parameter, isUnsent: true });
  }
}
