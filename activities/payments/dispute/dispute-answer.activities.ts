import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ApplicationFailure, log } from '@temporalio/activity';
import {
  ConnectorMisuse,
  type Connector,
  type DisputeDocument,
  type DisputeOutcome,
  type DisputeRequest,
} from '../../../connectors/connector';
import { ConnectorRejection } from '../../../connectors/connector-rejection';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import { getEvidenceFileKey, type ChargebackEvidence } from '../../../domain/payments/chargeback/evidence';
import type { FileStorage } from '../../../files/file-storage';
import { endTracking } from '../../../store/operators/recovery/tracked-workflows';
import { reportFinding } from '../../../store/operators/reconciliation/report-finding';
import { readChargeback } from '../../../store/payments/chargeback/chargeback.table';
import { recordForwarded } from '../../../store/payments/chargeback/dispute-answer';
import { readEvidenceCase } from '../../../store/payments/chargeback/evidence.table';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { failureTypes } from '../../../workflow-names/workflow-messages';
import type {
  DisputeAnswerActivities,
  DisputeAnswerInput,
  DisputeAnswerResult,
} from '../../../workflows/payments/dispute/dispute.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { recordedConnector, type ConnectorDependencies } from '../../platform/operation/recorded-connector';

/** Documents are larger than other requests. */
const ANSWER_TIMEOUT_MS = 30_000;

interface AnswerDependencies extends ConnectorDependencies {
  files: FileStorage;
}

/** Activities of answers to disputes. */
export function createDisputeAnswerActivities(dependencies: AnswerDependencies): DisputeAnswerActivities {
  return {
    answerDispute: (input) =>
      toApplicationFailures(async () => {
        const result = await answer(dependencies, input);
        await endTracking(dependencies.store.database, workflowIDs.disputeAnswer(input));
        return { result };
      }),
  };
}

async function answer(dependencies: AnswerDependencies, input: DisputeAnswerInput): Promise<DisputeAnswerResult> {
  const { database } = dependencies.store;
  const chargeback = await readChargeback(database, input);
  const { disputeAccount: account = null, disputeReference = null } = chargeback ?? {};
  if (!chargeback || account === null || disputeReference === null) {
    throw ApplicationFailure.nonRetryable('there is no such dispute', failureTypes.inputContradicted);
  }
  const connector = await recordedConnector(dependencies, { connector: account });
  if (!connector.contestDispute || !connector.acceptDispute) return 'byHand';
  const operationID = workflowIDs.disputeAnswer(input);
  const request = { operationID, disputeReference, timeoutMs: ANSWER_TIMEOUT_MS };
  // A worker may have died after it had sent the answer, and the bank may have decided since.
  const isCurrent = isOpen(chargeback, input);
  if (!isCurrent && !(await isSent(connector, request))) return 'ended';
  const documents = input.answer === 'contest' ? await readSent(dependencies, input) : [];
  if (isCurrent && input.answer === 'contest' && documents.length === 0) {
    throw ApplicationFailure.nonRetryable('no document was sent', failureTypes.inputContradicted);
  }
  const outcome: DisputeOutcome = !isCurrent
    ? { kind: 'done' }
    : await orRefused(
        input.answer === 'accept'
          ? connector.acceptDispute(request)
          : connector.contestDispute({
              ...request,
              documents: documents.map((document) => toDocument(dependencies.files, document)),
            }),
      );
  if (outcome.kind === 'unknown') {
    throw ApplicationFailure.retryable('the acquirer does not say whether it has the answer', 'OutcomeUnknown');
  }
  if (outcome.kind === 'refused') await listRefused(dependencies, { chargeback, account, outcome, operationID });
  const ids = documents.map(({ id }) => id);
  if (outcome.kind === 'done' && ids.length > 0) await recordForwarded(database, ids);
  return outcome.kind;
}

function isOpen({ round, stage, status }: Chargeback, input: DisputeAnswerInput): boolean {
  const expected = input.answer === 'contest' ? 'pending' : 'accepted';
  return round === input.round && stage === input.stage && status === expected;
}

async function isSent(connector: Connector, request: DisputeRequest): Promise<boolean> {
  return (await connector.lookUpDispute?.(request))?.answerID === request.operationID;
}

async function readSent({ store }: AnswerDependencies, input: DisputeAnswerInput): Promise<ChargebackEvidence[]> {
  const { documents } = await readEvidenceCase(store.database, input);
  return documents.filter(
    ({ round, stage, sentAt }) => round === input.round && stage === input.stage && sentAt !== null,
  );
}

function toDocument(files: FileStorage, evidence: ChargebackEvidence): DisputeDocument {
  const { id, fileName, format, sha256 } = evidence;
  const read = async (): Promise<Buffer> => {
    const stored = await files.read(getEvidenceFileKey(evidence));
    const content = stored && (await buffer(stored.content));
    if (!content || createHash('sha256').update(content).digest('hex') !== sha256) {
      throw ConnectorRejection.unsent(`the file of the document ${id} is not the one that was added`, 'document');
    }
    return content;
  };
  return { id, fileName, format, read };
}

async function orRefused(answering: Promise<DisputeOutcome>): Promise<DisputeOutcome> {
  try {
    return await answering;
  } catch (error) {
    if (!(error instanceof ConnectorMisuse)) throw error;
    const { code = error.name, parameter } = error instanceof ConnectorRejection ? error.fact : {};
    return { kind: 'refused', code: [code, parameter].filter(Boolean).join(':') };
  }
}

interface RefusedAnswer {
  chargeback: Chargeback;
  account: string;
  outcome: { code: string };
  operationID: string;
}

async function listRefused(
  { store }: AnswerDependencies,
  { chargeback, account, outcome, operationID }: RefusedAnswer,
): Promise<void> {
  const { invoiceID, paymentID, stage, currency, bodyMinor, disputeReference } = chargeback;
  await reportFinding(store.database, account, {
    ...{ kind: 'dispute', operationID, operationKind: 'unknown', subject: `payment/${invoiceID}.${paymentID}` },
    facts: { disputeStage: stage, disputeProblem: 'answerRefused', text: outcome.code },
    ...{ currency, connectorMinor: null, recordedMinor: bodyMinor, at: new Date() },
    ...(disputeReference !== null && { connectorReference: disputeReference }),
  });
  log.warn('the acquirer refused the answer to a dispute', { connector: account, operationID });
}
