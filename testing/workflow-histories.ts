import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

/** Where histories of earlier versions are kept: workflows that began under them must be able to go on under new code. */
export const HISTORIES = join(__dirname, '..', 'workflows', 'histories');

/** A kept history, as it lies in its file: the engine's own form (protobuf), in base64. */
interface HistoryFile {
  workflowID: string;
  history: string;
}

const { History } = temporal.api.history.v1;
type History = temporal.api.history.v1.IHistory;

/** All kept histories, each with the id of its workflow. */
export function keptHistories(): { workflowID: string; history: History }[] {
  const files = readdirSync(HISTORIES).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    const { workflowID, history } = JSON.parse(readFileSync(join(HISTORIES, file), 'utf8')) as HistoryFile;
    return { workflowID, history: History.decode(Buffer.from(history, 'base64')) };
  });
}

/**
 * Keeps a history where `RECORD_HISTORIES=1` asks for it: one of each shape (the workflow's type and its events), so that
 * the folder stays small. Run it before workflow code changes, and commit what is new.
 */
export async function keepHistory(handle: WorkflowHandle): Promise<void> {
  if (process.env['RECORD_HISTORIES'] !== '1') return;
  const history = await handle.fetchHistory();
  const types = (history.events ?? []).map(({ eventType }) => String(eventType));
  const name = `${handle.workflowId.split('/')[0]}-${types.length}-${shapeOf(types)}`;
  mkdirSync(HISTORIES, { recursive: true });
  const kept: HistoryFile = {
    workflowID: handle.workflowId,
    history: Buffer.from(History.encode(history).finish()).toString('base64'),
  };
  writeFileSync(join(HISTORIES, `${name}.json`), `${JSON.stringify(kept)}\n`);
}

function shapeOf(eventTypes: readonly string[]): string {
  let hash = 0;
  for (const letter of eventTypes.join()) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash.toString(36);
}
