import { Refusal } from '../../platform/errors/refusal';
import type { ChargebackRef } from './chargeback';
import type { ChargebackStage, ChargebackStatus } from './chargeback.machine';

/** Documents of one stage of a chargeback. */
export const MAX_EVIDENCE_FILES = 10;
/** Bytes of one document. */
export const MAX_EVIDENCE_BYTES = 5 * 1024 * 1024;
const MAX_FILE_NAME = 100;

export type EvidenceFormat = 'pdf' | 'jpg' | 'png';

/** `storing`: its file is not complete yet. `removed`: its file is to be deleted. */
type EvidenceState = 'storing' | 'stored' | 'removed';

/** A document against a chargeback, added by the merchant or an operator for one stage. */
export interface ChargebackEvidence extends ChargebackRef {
  id: string;
  /** The opening and the stage of the chargeback for which it was added. */
  round: number;
  stage: ChargebackStage;
  state: EvidenceState;
  /** As the uploader named the file, without anything that a file system or a terminal would interpret. */
  fileName: string;
  format: EvidenceFormat;
  sizeBytes: number;
  sha256: string;
  /** `apiKey/ID` or `operator/ID`. */
  addedBy: string;
  addedAt: Date;
  stateChangedAt: Date;
  sentBy: string | null;
  /** When the documents of the stage were sent; from then on they do not change. */
  sentAt: Date | null;
  /** When the acquirer took it from the connector. */
  forwardedAt: Date | null;
}

/** A chargeback with its documents, as the rules see it. */
export interface EvidenceCase {
  status: ChargebackStatus;
  round: number;
  stage: ChargebackStage;
  /** The connector account whose dispute it is. */
  disputeAccount: string | null;
  answerDueAt: Date;
  isOverdue: boolean;
  /** Of all stages, oldest first; without the removed ones. */
  documents: readonly ChargebackEvidence[];
}

/** The documents of the current stage. */
export function listCurrent({ round, stage, documents }: EvidenceCase): ChargebackEvidence[] {
  return documents.filter((each) => each.round === round && each.stage === stage);
}

/** Why documents can no longer be changed; undefined while they can. */
export function findClosedReason(given: EvidenceCase): string | undefined {
  if (given.status !== 'pending') return `the chargeback is ${given.status}`;
  if (listCurrent(given).some(({ sentAt }) => sentAt !== null)) return 'the evidence has been sent';
  return given.isOverdue ? 'the deadline for evidence has passed' : undefined;
}

/** @throws Refusal evidenceClosed */
export function assertEvidenceOpen(given: EvidenceCase): void {
  const reason = findClosedReason(given);
  if (reason !== undefined) throw new Refusal('evidenceClosed', reason);
}

export function getEvidenceFileKey({ id, format }: Pick<ChargebackEvidence, 'id' | 'format'>): string {
  return `evidence/${id}.${format}`;
}

/** Path separators, quotes and what Windows reserves. */
const RESERVED = /[\\/:*?"<>|;%]/g;
/** Control characters, directions of writing, invisible characters, unpaired surrogates. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Keeps the readable part of a file's name, with the extension of what the file really is. */
export function cleanFileName(given: string, format: EvidenceFormat): string {
  const base = given.normalize('NFC').replace(INVISIBLE, '').split(/[\\/]/).at(-1) ?? '';
  const stem = base
    .replace(/\.[^.]*$/, '')
    .replace(RESERVED, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const short = [...stem].slice(0, MAX_FILE_NAME).join('').trim();
  return `${short === '' ? 'document' : short}.${format}`;
}
