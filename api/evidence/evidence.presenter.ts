import {
  findClosedReason,
  listCurrent,
  type ChargebackEvidence,
  type EvidenceCase,
} from '../../domain/payments/chargeback/evidence';
import { present } from '../../domain/platform/fields/present';
import { rfc3339Text } from '../../domain/platform/rfc3339/rfc3339';
import type { EvidenceDocument, EvidenceSet } from './evidence.types';

/** Merchants see that an operator added a document, operators also see who. */
export function presentEvidence(evidence: ChargebackEvidence, isOperator: boolean): EvidenceDocument {
  const { id, fileName, format, sizeBytes, sha256, stage, addedBy, addedAt, sentAt, forwardedAt } = evidence;
  return {
    ...{ id, fileName, format, size: sizeBytes, sha256, stage, addedAt: rfc3339Text(addedAt) },
    addedBy: addedBy.startsWith('operator') ? 'operator' : 'merchant',
    ...(isOperator && { addedWith: addedBy }),
    ...present({ sentAt: rfc3339Text(sentAt), forwardedAt: rfc3339Text(forwardedAt) }),
  };
}

export function presentEvidenceSet(found: EvidenceCase, isOperator: boolean): EvidenceSet {
  const sentAt = listCurrent(found).find((each) => each.sentAt !== null)?.sentAt ?? null;
  return {
    answerDueAt: rfc3339Text(found.answerDueAt),
    isOpen: findClosedReason(found) === undefined,
    ...present({ sentAt: rfc3339Text(sentAt) }),
    documents: found.documents
      .filter(({ state }) => state === 'stored')
      .map((evidence) => presentEvidence(evidence, isOperator)),
  };
}
