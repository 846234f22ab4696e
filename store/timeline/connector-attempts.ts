import { paymentFailurePath, type PaymentFailure } from '../../domain/payment/payment-failure';
import type { Binding } from '../../domain/binding/binding';
import type { Refund } from '../../domain/refund/refund';
import type { TimelineConnectorAttempt } from '../../domain/timeline/timeline';
import { statement, type Database } from '../database';
import { MAX_ROWS } from './timeline.queries';

/*
 * What connectors are asked once, under one name: refunds, verifications of bindings and payouts. Who was asked and what came of it
 * rests with the entity; each try that got no answer is a step of its workflow.
 */

interface Asked {
  connector: string;
  status: string;
  createdAt: Date;
  statusChangedAt: Date;
  failure: PaymentFailure | null;
  connectorReference: string | null;
}

function getAttempt(operationID: string, reason: string, asked: Asked): TimelineConnectorAttempt {
  const { connector, createdAt, statusChangedAt, failure, connectorReference } = asked;
  const status = asked.status.toLowerCase();
  return {
    number: null,
    connector,
    operationID,
    reason,
    outcome: status === 'succeeded' ? 'approved' : null,
    answer: failure ? paymentFailurePath(failure) : connectorReference,
    startedAt: createdAt,
    endedAt: status === 'pending' ? null : statusChangedAt,
  };
}

/** A refund goes where its payment went. */
export function refundAttempt(refund: Refund, { connector }: { connector: string }): TimelineConnectorAttempt {
  const { invoiceID, paymentID, id } = refund;
  return getAttempt(`refund/${invoiceID}.${paymentID}.${id}/refund`, 'as its payment', { ...refund, connector });
}

const BINDINGS = statement<Pick<Binding, 'id' | 'connector' | 'status' | 'createdAt' | 'statusChangedAt' | 'failure'>>(
  'timeline-bindings',
  `SELECT id, connector, status, created_at AS "createdAt", status_changed_at AS "statusChangedAt", failure
   FROM customer_bindings WHERE customer_id = $1 ORDER BY created_at, id LIMIT ${MAX_ROWS}`,
);

/** A customer's bindings: their ids, and what connectors were asked for each. */
export async function listBindingAttempts(
  database: Database,
  customerID: string,
): Promise<{ bindingIDs: string[]; attempts: TimelineConnectorAttempt[] }> {
  const bindings = await database.run(BINDINGS, [customerID]);
  const attempts = bindings.map(({ id, ...asked }) =>
    getAttempt(`binding/${customerID}.${id}/verify`, 'route', { ...asked, connectorReference: null }),
  );
  return { bindingIDs: bindings.map(({ id }) => id), attempts };
}

const WITHDRAWAL = statement<Asked>(
  'timeline-withdrawal',
  `SELECT connector, status, created_at AS "createdAt", status_changed_at AS "statusChangedAt", failure,
     connector_reference AS "connectorReference"
   FROM withdrawals WHERE id = $1 AND connector IS NOT NULL`,
);

/** The connector that was asked to pay out; none where nobody pays out. */
export async function listPayOuts(database: Database, withdrawalID: string): Promise<TimelineConnectorAttempt[]> {
  const asked = await database.run(WITHDRAWAL, [withdrawalID]);
  return asked.map((one) => getAttempt(`withdrawal/${withdrawalID}/payOut`, 'route', one));
}
