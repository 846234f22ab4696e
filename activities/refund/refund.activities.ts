import type { Refund } from '../../domain/refund/refund';
import { readRefund } from '../../store/refund/refund.model';
import { recordRefundFailure, recordRefundSuccess } from '../../store/refund/refund.transitions';
import type { RefundInput } from '../../workflows/refund/refund.messages';
import type { FollowUpOutcome } from '../connectors/connector';
import { PROVIDER_TIMEOUT_MS, answered, shopConnector, type ProviderDependencies } from '../connectors/shop-connector';

/** What a refund's workflow may do to the world. Each is idempotent: the operation's id is known on both sides. */
export interface RefundActivities {
  /** Asks the provider for the refund and records its answer. Fails, retryably, where there is none. */
  refund(ref: RefundInput): Promise<Refund['status']>;
  /** As `refund`, after an attempt without an answer: what the provider already did is found out first. */
  refundAfterLookUp(ref: RefundInput): Promise<Refund['status']>;
}

export function createRefundActivities(dependencies: ProviderDependencies): RefundActivities {
  return {
    refund: async (ref) => (await carryOut(dependencies, ref, 'first')).status,
    refundAfterLookUp: async (ref) => (await carryOut(dependencies, ref, 'repeated')).status,
  };
}

async function carryOut(
  dependencies: ProviderDependencies,
  ref: RefundInput,
  attempt: 'first' | 'repeated',
): Promise<Refund> {
  const { store } = dependencies;
  const refund = await readRefund(store.database, ref);
  if (!refund) throw new Error(`refund ${ref.invoiceID}.${ref.paymentID}.${ref.refundID} is missing`);
  if (refund.status !== 'pending') return refund;
  const outcome = answered(await ask(dependencies, refund, attempt));
  return outcome.kind === 'approved'
    ? recordRefundSuccess(store, ref, outcome)
    : recordRefundFailure(store, ref, outcome.failure);
}

async function ask(
  dependencies: ProviderDependencies,
  refund: Refund,
  attempt: 'first' | 'repeated',
): Promise<FollowUpOutcome> {
  const { connector } = await shopConnector(dependencies, refund);
  const payment = `${refund.invoiceID}.${refund.paymentID}`;
  const operation = {
    operationID: `refund/${payment}.${refund.id}/refund`,
    timeoutMs: dependencies.providerTimeoutMs ?? PROVIDER_TIMEOUT_MS,
  };
  const found = attempt === 'repeated' ? await connector.lookUp(operation) : undefined;
  if (found?.kind === 'approved' || found?.kind === 'declined') return found;
  return connector.refund({
    ...operation,
    authorisation: { operationID: `payment/${payment}/authorise` },
    amount: refund.amountMinor,
    currency: refund.currency,
  });
}
