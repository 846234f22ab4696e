import {
  ConnectorMisuse,
  type LookUpRequest,
  type NotFound,
  type PaymentConnector,
  type PaymentOutcome,
  type Unknown,
} from '../../../connectors/connector';

/** Looks up an authorisation or verification, which is never pending without an interaction. @throws ConnectorMisuse */
export async function lookUpOpening(
  connector: PaymentConnector,
  request: LookUpRequest & { kind: 'authorise' | 'verify' },
): Promise<Exclude<PaymentOutcome, Unknown> | NotFound> {
  const found = await connector.lookUp(request);
  if (found.kind !== 'pending') return found;
  throw new ConnectorMisuse(`${request.operationID} is pending, which it must not be`);
}
