import type { RefusalCode } from './refusal-codes';

/** A reused external id and the entity that has it. */
export interface ExternalIDConflict {
  externalID: string;
  id: string;
}

type RefusalDetails = Partial<Pick<Refusal, 'conflict' | 'place' | 'retryAfterSeconds' | 'operatorDetail'>>;

/**
 * A request refused by a rule that the message names; any other thrown error is a defect. Messages go to callers: they
 * never hold card data, tokens or keys.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly conflict?: ExternalIDConflict;
  /** The refused field or parameter: `body.amount`, `X-Request-Deadline`. */
  readonly place?: string;
  /** When a retry may succeed, if known. */
  readonly retryAfterSeconds?: number;
  /** The cause as operators read it in the log; callers never do. */
  readonly operatorDetail?: string;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    if (details.conflict) this.conflict = details.conflict;
    if (details.place) this.place = details.place;
    if (details.operatorDetail) this.operatorDetail = details.operatorDetail;
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Refuses a field of a request. */
export function invalidField(place: string, problem: string): Refusal {
  return new Refusal('invalidRequest', `${place}: ${problem}`, { place });
}

/** Refuses an entity that does not exist or belongs to another party, without revealing which. */
export function notFound(entity: string): Refusal {
  return new Refusal('notFound', `${entity} not found`);
}
