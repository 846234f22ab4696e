import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConnectorUnavailable,
  type FollowUpOutcome,
  type ListingConnector,
  type LookUpRequest,
  type PaymentConnector,
  type RefundOutcome,
} from '../connector';

type Payments = PaymentConnector & Partial<ListingConnector>;

/** A connector whose other side decides later: results are awaited for a while, as the platform's retries do. */
export function patientConnector(connector: Payments, waitMs: number, pauseMs = 50): Payments {
  /** Repeats a call that is undecided or unavailable. */
  const repeat = async <Outcome>(call: () => Promise<Outcome>, isUndecided: (outcome: Outcome) => boolean) => {
    for (const end = Date.now() + waitMs; ; await sleep(pauseMs)) {
      const outcome = await call().catch((error: unknown) => {
        if (error instanceof ConnectorUnavailable && Date.now() < end) return undefined;
        throw error;
      });
      if (outcome && (!isUndecided(outcome) || Date.now() >= end)) return outcome;
    }
  };
  const lookUp = (request: LookUpRequest) =>
    repeat(
      () => connector.lookUp(request),
      ({ kind }) => kind === 'notFound' || kind === 'pending',
    );
  const followUp =
    <Request extends { operationID: string }>(
      kind: 'capture' | 'void' | 'refund',
      send: (request: Request) => Promise<RefundOutcome>,
    ) =>
    async (request: Request): Promise<FollowUpOutcome> => {
      const outcome = await repeat(
        () => send(request),
        () => false,
      );
      if (outcome.kind === 'approved' || outcome.kind === 'declined') return outcome;
      const found = await lookUp({ ...request, kind } as unknown as LookUpRequest);
      return found.kind === 'approved' || found.kind === 'declined' ? found : { kind: 'unknown' };
    };
  const { listOperations } = connector;
  return {
    states: connector.states,
    authorise: (request) => connector.authorise(request),
    verify: (request) => connector.verify(request),
    capture: followUp('capture', (request) => connector.capture(request)),
    void: followUp('void', (request) => connector.void(request)),
    refund: followUp('refund', (request) => connector.refund(request)),
    lookUp,
    ...(listOperations && { listOperations: listOperations.bind(connector) }),
  };
}
