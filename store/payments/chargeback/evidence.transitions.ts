import {
  MAX_EVIDENCE_FILES,
  assertEvidenceOpen,
  getEvidenceFileKey,
  listCurrent,
  type ChargebackEvidence,
  type EvidenceCase,
} from '../../../domain/payments/chargeback/evidence';
import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { newId } from '../../id';
import { auditWithin } from '../../platform/audit/audited';
import { insertText, toValues } from '../../postgres/columns';
import { statement, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { startAnswer } from './dispute-answer';
import { EVIDENCE_COLUMNS, readEvidenceCase, type EvidenceOwner } from './evidence.table';

type NewEvidence = Pick<ChargebackEvidence, 'fileName' | 'format' | 'sizeBytes' | 'sha256'>;

/** Writes and deletes files by their key. Both are idempotent. */
interface EvidenceFiles {
  save: (key: string) => Promise<void>;
  delete: (key: string) => Promise<void>;
}

const INSERT = statement('evidence-insert', insertText('chargeback_evidence', EVIDENCE_COLUMNS));
const SET_STATE = statement(
  'evidence-set-state',
  'UPDATE chargeback_evidence SET state = $2, state_changed_at = now() WHERE id = $1',
);
const DELETE = statement('evidence-delete', 'DELETE FROM chargeback_evidence WHERE id = $1');
const SEND = statement(
  'evidence-send',
  'UPDATE chargeback_evidence SET sent_by = $2, sent_at = now() WHERE id = ANY ($1)',
);

/**
 * Adds a document whose file is complete. Its place is taken before the file is stored, so that concurrent uploads stay within the
 * limit; what a stopped process leaves is deleted with what has expired. The same file again is the same document.
 * @throws Refusal notFound, evidenceClosed, limitExceeded
 */
export async function addEvidence(
  store: Store,
  owner: EvidenceOwner,
  { file, files }: { file: NewEvidence; files: EvidenceFiles },
): Promise<ChargebackEvidence> {
  const { evidence, isNew } = await reserve(store, owner, file);
  if (!isNew) return evidence;
  const key = getEvidenceFileKey(evidence);
  try {
    await files.save(key);
    const kept = await changeCase(store, owner, async (found, tx): Promise<ChargebackEvidence> => {
      assertEvidenceOpen(found);
      assertCurrent(found, evidence);
      const same = findSame(found, file);
      if (same) return same;
      await store.database.run(SET_STATE, [evidence.id, 'stored'], tx);
      await audit(store, evidence, tx);
      return { ...evidence, state: 'stored' };
    });
    if (kept.id !== evidence.id) await discard(store, evidence, files);
    return kept;
  } catch (error) {
    await discard(store, evidence, files);
    throw error;
  }
}

async function reserve(
  store: Store,
  owner: EvidenceOwner,
  file: NewEvidence,
): Promise<{ evidence: ChargebackEvidence; isNew: boolean }> {
  const { invoiceID, paymentID, chargebackID } = owner;
  return changeCase(store, owner, async (found, tx) => {
    assertEvidenceOpen(found);
    const same = findSame(found, file);
    if (same) return { evidence: same, isNew: false };
    if (listCurrent(found).length >= MAX_EVIDENCE_FILES)
      throw new Refusal('limitExceeded', `a stage of a chargeback has at most ${MAX_EVIDENCE_FILES} documents`);
    const now = new Date();
    const evidence: ChargebackEvidence = {
      ...{ invoiceID, paymentID, chargebackID, ...file, id: newId(now), state: 'storing' },
      ...{ round: found.round, stage: found.stage, addedBy: getCaller(store), addedAt: now, stateChangedAt: now },
      ...{ sentBy: null, sentAt: null, forwardedAt: null },
    };
    await store.database.run(INSERT, toValues(evidence, EVIDENCE_COLUMNS), tx);
    return { evidence, isNew: true };
  });
}

/** Removes a document that has not been sent. @throws Refusal notFound, evidenceClosed */
export async function removeEvidence(
  store: Store,
  owner: EvidenceOwner & { evidenceID: string },
  files: Pick<EvidenceFiles, 'delete'>,
): Promise<void> {
  const evidence = await changeCase(store, owner, async (found, tx) => {
    const removed = findStored(found, owner.evidenceID);
    assertEvidenceOpen(found);
    assertCurrent(found, removed);
    await store.database.run(SET_STATE, [removed.id, 'removed'], tx);
    await audit(store, removed, tx);
    return removed;
  });
  await discard(store, evidence, files);
}

/** Sends the documents of the stage, also to the acquirer whose dispute it is; from then on they do not change. @throws Refusal notFound, evidenceClosed, invalidRequest */
export async function sendEvidence(store: Store, owner: EvidenceOwner): Promise<void> {
  const isAnswered = await changeCase(store, owner, async (found, tx) => {
    assertEvidenceOpen(found);
    const sent = listCurrent(found).filter(({ state }) => state === 'stored');
    const [first] = sent;
    if (!first) throw new Refusal('invalidRequest', 'there is no document to send');
    await store.database.run(SEND, [sent.map(({ id }) => id), getCaller(store)], tx);
    await startAnswer(store.database, { ...owner, ...found, answer: 'contest' }, tx);
    await auditWithin(
      store.database,
      store.origin,
      [{ type: 'invoice', id: first.invoiceID, after: { chargebackID: first.chargebackID, documents: sent.length } }],
      tx,
    );
    return found.disputeAccount !== null;
  });
  if (isAnswered) store.wakeUp.send('outbox');
}

function findSame(found: EvidenceCase, file: NewEvidence): ChargebackEvidence | undefined {
  return listCurrent(found).find(({ sha256, state }) => sha256 === file.sha256 && state === 'stored');
}

/** @throws Refusal evidenceClosed */
function assertCurrent(found: EvidenceCase, { id }: ChargebackEvidence): void {
  if (!listCurrent(found).some((each) => each.id === id)) throw new Refusal('evidenceClosed', 'the stage has ended');
}

/** @throws Refusal notFound */
export function findStored({ documents }: EvidenceCase, evidenceID: string): ChargebackEvidence {
  const found = documents.find(({ id, state }) => id === evidenceID && state === 'stored');
  if (!found) throw notFound('Document');
  return found;
}

/** Deletes the file first: a row without a file is found again by the retention, a file without a row is not. */
async function discard(
  store: Store,
  evidence: ChargebackEvidence,
  files: Pick<EvidenceFiles, 'delete'>,
): Promise<void> {
  await files.delete(getEvidenceFileKey(evidence));
  await store.database.run(DELETE, [evidence.id]);
}

async function changeCase<Result>(
  { database }: Store,
  owner: EvidenceOwner,
  change: (found: EvidenceCase, tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => change(await readEvidenceCase(database, owner, tx), tx));
}

/** Without the name of the file, which may be a person's: the audit log is not erased. */
async function audit(store: Store, evidence: ChargebackEvidence, tx: Transaction): Promise<void> {
  const { invoiceID, chargebackID, id, format, sizeBytes, sha256 } = evidence;
  const after = { chargebackID, evidenceID: id, format, sizeBytes, sha256 };
  await auditWithin(store.database, store.origin, [{ type: 'invoice', id: invoiceID, after }], tx);
}

function getCaller({ origin }: Store): string {
  if (!origin) throw new Error('evidence is changed by a caller of an API');
  return origin.caller;
}
