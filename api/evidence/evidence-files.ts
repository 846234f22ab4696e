import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import {
  MAX_EVIDENCE_BYTES,
  assertEvidenceOpen,
  cleanFileName,
  getEvidenceFileKey,
  type ChargebackEvidence,
} from '../../domain/payments/chargeback/evidence';
import { Refusal, notFound } from '../../domain/platform/errors/refusal';
import { checkFile } from '../../files/check-file';
import type { CheckedDocument } from '../../files/document-check';
import { exactSize } from '../../files/exact-size';
import type { FileStorage } from '../../files/file-storage';
import { readEvidenceCase, type EvidenceOwner } from '../../store/payments/chargeback/evidence.table';
import { addEvidence, findStored } from '../../store/payments/chargeback/evidence.transitions';
import type { Store } from '../../store/store';
import { FairQueue, QueueFull } from '../../runtime/fair-queue';
import { getRequestParty } from '../http/request-turns';

interface EvidenceAccess {
  store: Store;
  files: FileStorage;
}

const REFUSED = {
  type: new Refusal('evidenceTypeNotAllowed', 'the file is no PDF, JPEG or PNG'),
  damaged: new Refusal('evidenceFileDamaged', 'the file is empty, cut off or broken'),
  unsafe: new Refusal(
    'evidenceFileUnsafe',
    'the PDF has scripts, launches, forms that send, files inside, or is encrypted',
  ),
} as const;

/**
 * Takes a document from the body of a request. Nothing is kept before the body has arrived whole and has been checked.
 * @throws Refusal notFound, evidenceClosed, limitExceeded, and those of the file
 */
export async function receiveEvidence(
  { store, files }: EvidenceAccess,
  owner: EvidenceOwner,
  { request, fileName }: { request: Request; fileName: string },
): Promise<ChargebackEvidence> {
  assertEvidenceOpen(await readEvidenceCase(store.database, owner));
  if (Number(request.header('Content-Length') ?? 0) > MAX_EVIDENCE_BYTES) throw tooLarge();
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-evidence-'));
  try {
    const path = join(folder, 'document');
    // A refused file breaks no connection: the client would lose the answer. The server drops the rest.
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    const received = { sizeBytes: 0, hash: createHash('sha256') };
    await pipeline(bounded(body, received), createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
      throw error instanceof Refusal ? error : cutOff();
    });
    if (!request.complete) throw cutOff();
    const checked = received.sizeBytes === 0 ? { problem: 'damaged' as const } : await checkInTurn(request, path);
    if ('problem' in checked) throw REFUSED[checked.problem];
    const { format } = checked;
    const file = { fileName: cleanFileName(fileName, format), format, sizeBytes: received.sizeBytes };
    return await addEvidence(store, owner, {
      file: { ...file, sha256: received.hash.digest('hex') },
      files: { save: async (key) => files.save(key, path), delete: async (key) => files.delete(key) },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A check takes a thread, so that few run at once, and one of each party. */
const CHECKS = { concurrency: 2, concurrencyPerParty: 1, maxWaitingPerParty: 20 };
const checks = new FairQueue(CHECKS);

/** @throws Refusal tooManyRequests if too many documents of the party wait, evidenceFileDamaged if the client leaves */
async function checkInTurn(request: Request, path: string): Promise<CheckedDocument> {
  const left = new AbortController();
  const leave = (): void => left.abort();
  if (request.socket.destroyed) leave();
  request.socket.once('close', leave);
  return checks
    .run(getRequestParty(request), left.signal, async () => checkFile(path, left.signal))
    .catch((error: unknown) => {
      if (left.signal.aborted) throw cutOff();
      if (!(error instanceof QueueFull)) throw error;
      throw new Refusal('tooManyRequests', 'too many documents of this party wait', { retryAfterSeconds: 1 });
    })
    .finally(() => request.socket.off('close', leave));
}

async function* bounded(
  body: AsyncIterable<Buffer>,
  received: { sizeBytes: number; hash: ReturnType<typeof createHash> },
) {
  for await (const chunk of body) {
    received.sizeBytes += chunk.length;
    if (received.sizeBytes > MAX_EVIDENCE_BYTES) throw tooLarge();
    received.hash.update(chunk);
    yield chunk;
  }
}

function tooLarge(): Refusal {
  return new Refusal('evidenceFileTooLarge', `a document has at most ${MAX_EVIDENCE_BYTES} bytes`);
}

function cutOff(): Refusal {
  return new Refusal('evidenceFileDamaged', 'the upload was cut off');
}

/** Keeps a browser from showing or running a document instead of saving it. */
const DOWNLOAD_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cache-Control': 'private, no-store',
} as const;

/** @throws Refusal notFound */
export async function openEvidence(
  { store, files }: EvidenceAccess,
  { evidenceID, ...owner }: EvidenceOwner & { evidenceID: string },
): Promise<{ content: Readable; headers: Readonly<Record<string, string>> }> {
  const evidence = findStored(await readEvidenceCase(store.database, owner), evidenceID);
  const stored = await files.read(getEvidenceFileKey(evidence));
  if (!stored) throw notFound('Document');
  const { fileName, format } = evidence;
  const plain = `attachment; filename="${evidence.id}.${format}"; filename*=UTF-8''${encodeName(fileName)}`;
  const content = stored.content.pipe(exactSize(stored.size));
  stored.content.once('error', (error) => content.destroy(error));
  return { content, headers: { ...DOWNLOAD_HEADERS, 'Content-Disposition': plain } };
}

/** As RFC 8187 requires. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
