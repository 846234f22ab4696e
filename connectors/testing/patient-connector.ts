import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConnectorUnavailable,
  type FollowUpOutcome,
  type LookUpRequest,
  type PaymentConnector,
  type RefundOutcome,
} from '../connector';

const PAUSE_MS = 50;

/** A connector whose other side decides later: results are awaited for a while, as the platform's retries do. */
export function patientConnector(connector: PaymentConnector, waitMs: number): PaymentConnector {
  const lookUp = async (request: LookUpRequest) => {
    for (const end = Date.now() + waitMs; ; await sleep(PAUSE_MS)) {
      const found = await connector.lookUp(request).catch((error: unknown) => {
        if (error instanceof ConnectorUnavailable && Date.now() < end) return undefined;
        throw error;
      });
      const isUndecided = found?.kind === 'notFound' || found?.kind === 'pending';
      if (found && (!isUndecided || Date.now() >= end)) return found;
    }
  };
  const followUp =
    <Request extends { operationID: string }>(
      kind: 'capture' | 'void' | 'refund',
      send: (request: Request) => Promise<RefundOutcome>,
    ) =>
    async (request: Request): Promise<FollowUpOutcome> => {
      const outcome = await send(request);
      if (outcome.kind === 'approved' || outcome.kind === 'declined') return outcome;
      const found = await lookUp({ ...request, kind } as unknown as LookUpRequest);
      return found.kind === 'approved' || found.kind === 'declined' ? found : { kind: 'unknown' };
    };
  return {
    states: connector.states,
    authorise: (request) => connector.authorise(request),
    verify: (request) => connector.verify(request),
    capture: followUp('capture', (request) => connector.capture(request)),
    void: followUp('void', (request) => connector.void(request)),
    refund: followUp('refund', (request) => connector.refund(request)),
    lookUp,
  };
}
