import type { NotFound, PaymentOutcome, Unknown } from '../../../connectors/connector';

/** What a connector says of an authorisation. */
export type KnownOutcome = Exclude<PaymentOutcome, Unknown> | NotFound;
