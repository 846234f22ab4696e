import type { Chargeback, ChargebackRef } from '../../../domain/payments/chargeback/chargeback';
import type { DisputeAnswer } from '../../../domain/payments/dispute/dispute';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import { startTracked } from '../../operators/recovery/tracked-workflows';
import { statement, type Database, type Transaction } from '../../postgres/database';

type Answered = ChargebackRef & Pick<Chargeback, 'round' | 'stage' | 'disputeAccount'> & { answer: DisputeAnswer };

/** Starts the answer to a stage of an acquirer's dispute; a chargeback that no connector has opened is answered by hand. */
export async function startAnswer(
  database: Database,
  { invoiceID, paymentID, chargebackID, round, stage, answer, disputeAccount }: Answered,
  tx: Transaction,
): Promise<void> {
  if (disputeAccount === null) return;
  const input = { invoiceID, paymentID, chargebackID, round, stage, answer };
  const start: StartCommand = {
    kind: 'start',
    workflowID: workflowIDs.disputeAnswer(input),
    workflowType: workflowTypes.disputeAnswer,
    args: [input],
    summary: 'Answers a dispute at its acquirer',
  };
  await startTracked(database, [start], tx);
}

const FORWARD = statement(
  'evidence-forward',
  'UPDATE chargeback_evidence SET forwarded_at = now() WHERE id = ANY ($1) AND forwarded_at IS NULL',
);

/** The acquirer has the documents. Idempotent. */
export async function recordForwarded(database: Database, ids: readonly string[]): Promise<void> {
  await database.run(FORWARD, [ids]);
}
