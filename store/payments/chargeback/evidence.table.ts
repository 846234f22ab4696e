import type { ChargebackRef } from '../../../domain/payments/chargeback/chargeback';
import type { ChargebackEvidence, EvidenceCase } from '../../../domain/payments/chargeback/evidence';
import { notFound } from '../../../domain/platform/errors/refusal';
import { columnsOf, selectList } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { ANSWER_DEADLINE } from './chargeback.table';

export const EVIDENCE_COLUMNS = columnsOf<ChargebackEvidence>()([
  'invoiceID paymentID chargebackID id round stage state fileName format sizeBytes sha256 addedBy addedAt',
  'stateChangedAt sentBy sentAt forwardedAt',
]);

/** A chargeback of a party, or of any party for operators. */
export interface EvidenceOwner extends ChargebackRef {
  partyID?: string | undefined;
}

type CaseRow = Omit<EvidenceCase, 'documents'>;

const CASE = `SELECT c.status, c.round, c.stage, c.dispute_account AS "disputeAccount",
    ${ANSWER_DEADLINE} AS "answerDueAt", ${ANSWER_DEADLINE} <= now() AS "isOverdue"
  FROM chargebacks c WHERE c.invoice_id = $1 AND c.payment_id = $2 AND c.id = $3 AND c.party_id = coalesce($4, c.party_id)`;

const READ_CASE = statement<CaseRow>('evidence-case-read', CASE);
const LOCK_CASE = statement<CaseRow>('evidence-case-lock', `${CASE} FOR NO KEY UPDATE`);
/** What a stopped process was storing takes no place for long. */
const LIST = statement<ChargebackEvidence>(
  'evidence-list',
  `SELECT ${selectList(EVIDENCE_COLUMNS, 'e')} FROM chargeback_evidence e
   WHERE invoice_id = $1 AND payment_id = $2 AND chargeback_id = $3 AND (state = 'stored'
     OR (state = 'storing' AND state_changed_at > now() - interval '10 minutes')) ORDER BY added_at, id`,
);

/** Reads a chargeback and its documents; with a transaction it also locks it. @throws Refusal notFound */
export async function readEvidenceCase(
  database: Database,
  { invoiceID, paymentID, chargebackID, partyID }: EvidenceOwner,
  tx?: Transaction,
): Promise<EvidenceCase> {
  const ref = [invoiceID, paymentID, chargebackID];
  const [row] = await database.run(tx ? LOCK_CASE : READ_CASE, [...ref, partyID ?? null], tx);
  if (!row) throw notFound('Chargeback');
  return { ...row, documents: await database.run(LIST, ref, tx) };
}
