import { paymentFailurePath, type PaymentFailure } from '../../../domain/payments/payment/payment-failure';
import type { Binding } from '../../../domain/payments/binding/binding';
import type { Refund } from '../../../domain/payments/refund/refund';
import type { TimelineConnectorAttempt } from '../../../domain/operators/timeline/timeline';
import { statement, type Database } from '../../postgres/database';
import { MAX_ROWS } from './timeline.queries';

/** Attempts of refunds, verifications and payouts, built from their entities; retries without a response are steps of their workflows. */

interface ConnectorRequest {
  connector: string;
  status: string;
  createdAt: Date;
  statusChangedAt: Date;
  failure: PaymentFailure | null;
  connectorReference: string | null;
}

function toAttempt(operationID: string, reason: string, request: ConnectorRequest): TimelineConnectorAttempt {
  const { connector, createdAt, statusChangedAt, failure, connectorReference } = request;
  const status = request.status.toLowerCase();
  return {
    number: null,
    connector,
    operationID,
    reason,
    routing: null,
    fee: null,
    outcome: status === 'succeeded' || status === 'paid' || status === 'returned' ? 'approved' : null,
    answer: failure ? paymentFailurePath(failure) : connectorReference,
    startedAt: createdAt,
    endedAt: status === 'pending' || status === 'sent' ? null : statusChangedAt,
  };
}

export function refundAttempt(refund: Refund, { connector }: { connector: string }): TimelineConnectorAttempt {
  const { invoiceID, paymentID, id } = refund;
  return toAttempt(`refund/${invoiceID}.${paymentID}.${id}/refund`, 'payment', { ...refund, connector });
}

const BINDINGS = statement<Pick<Binding, 'id' | 'connector' | 'status' | 'createdAt' | 'statusChangedAt' | 'failure'>>(
  'timeline-bindings',
  `SELECT id, connector, status, created_at AS "createdAt", status_changed_at AS "statusChangedAt", failure
   FROM customer_bindings WHERE customer_id = $1 ORDER BY created_at, id LIMIT ${MAX_ROWS}`,
);

export async function listBindingAttempts(
  database: Database,
  customerID: string,
): Promise<{ bindingIDs: string[]; attempts: TimelineConnectorAttempt[] }> {
  const bindings = await database.run(BINDINGS, [customerID]);
  const attempts = bindings.map(({ id, ...request }) =>
    toAttempt(`binding/${customerID}.${id}/verify`, 'route', { ...request, connectorReference: null }),
  );
  return { bindingIDs: bindings.map(({ id }) => id), attempts };
}

const PAYOUT = statement<ConnectorRequest>(
  'timeline-payout',
  `SELECT connector, status, created_at AS "createdAt", status_changed_at AS "statusChangedAt", NULL::jsonb AS failure,
     coalesce(reason, connector_reference) AS "connectorReference"
   FROM payouts WHERE id = $1 AND connector IS NOT NULL AND status <> 'pending'`,
);

const WITHDRAWAL = statement<ConnectorRequest>(
  'timeline-withdrawal',
  `SELECT connector, status, created_at AS "createdAt", status_changed_at AS "statusChangedAt", failure,
     connector_reference AS "connectorReference"
   FROM withdrawals WHERE id = $1 AND connector IS NOT NULL`,
);

/** The payout attempt, if the withdrawal or the shop's payout has a connector. */
export async function listPayOuts(
  database: Database,
  { kind, id }: { kind: 'withdrawal' | 'payout'; id: string },
): Promise<TimelineConnectorAttempt[]> {
  const request = await database.run(kind === 'payout' ? PAYOUT : WITHDRAWAL, [id]);
  return request.map((row) => toAttempt(`${kind}/${id}/payOut`, 'route', row));
}
