import { compareAnswer } from '../compare-answer';
import type { AuthoriseRequest, PaymentConnector } from '../connector';
import type { ConnectorTool } from '../../domain/payments/payment/payment-tool';

type Decision = 'decided' | 'waiting' | 'lost';

/** A connector whose payers decide before its answer is there, for tools that the acquirer's page would ask about. */
export function payingAtOnce(
  connector: PaymentConnector,
  decide: (tool: ConnectorTool, paymentID: string) => Decision | Promise<Decision>,
): PaymentConnector {
  const authorise = async (request: AuthoriseRequest) => {
    const first = await connector.authorise(request);
    const { states } = connector;
    if (first.kind !== 'interactionRequired') return first;
    if (compareAnswer({ method: 'authorise', request, states }, first).contradicted) return first;
    const decided = await decide(request.paymentTool, first.connectorReference);
    if (decided === 'lost') return { kind: 'unknown' } as const;
    if (decided === 'waiting') return first;
    const { operationID, timeoutMs, amount, currency } = request;
    const { connectorReference } = first;
    const expected = { amount, currency };
    const found = await connector.lookUp({ kind: 'authorise', operationID, timeoutMs, connectorReference, expected });
    if (found.kind === 'notFound' || found.kind === 'pending') throw new Error(`the payment is ${found.kind}`);
    return found;
  };
  return {
    states: connector.states,
    authorise,
    verify: (request) => connector.verify(request),
    capture: (request) => connector.capture(request),
    void: (request) => connector.void(request),
    refund: (request) => connector.refund(request),
    lookUp: (request) => connector.lookUp(request),
  };
}
