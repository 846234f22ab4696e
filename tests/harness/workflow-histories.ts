import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

/** Kept histories of every version since 0.1.0: workflows that began under one must continue under new code. */
export const HISTORIES = join(__dirname, '..', '..', 'workflows', 'histories');

/** A stored history: protobuf in base64. */
interface HistoryFile {
  workflowID: string;
  history: string;
}

const { History } = temporal.api.history.v1;
type History = temporal.api.history.v1.IHistory;

/** All kept histories, each with the id and the type of its workflow. */
export function keptHistories(): { workflowID: string; workflowType: string; history: History }[] {
  return keptFiles().map((file) => {
    const { workflowID, history: encoded } = JSON.parse(readFileSync(join(HISTORIES, file), 'utf8')) as HistoryFile;
    const history = History.decode(Buffer.from(encoded, 'base64'));
    return { workflowID, workflowType: getType(history), history };
  });
}

/** Bounds histories of one type: races create many shapes, and long histories repeat themselves. */
const SHAPES_OF_A_TYPE = 10;
const MAX_LENGTH = 100;

/**
 * Requires a summary for every timer and activity in Temporal UI. With `RECORD_HISTORIES=1` stores one history of each
 * shape (workflow type and events); commit the new ones before changing workflow code.
 */
export async function examineHistory(handle: WorkflowHandle): Promise<void> {
  const history = await handle.fetchHistory();
  const silent = withoutSummary(history);
  if (silent.length > 0) throw new Error(`${handle.workflowId} has no summary of ${silent.join(', ')}`);
  if (isRecording()) keep(handle.workflowId, history);
}

/** Stores the histories of all closed workflows of a task queue. */
export async function keepHistories({ address, taskQueue }: { address: string; taskQueue: string }): Promise<void> {
  if (!isRecording()) return;
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection });
  const query = `TaskQueue = '${taskQueue}' AND ExecutionStatus != 'Running' AND ExecutionStatus != 'Terminated'`;
  for await (const { workflowId, runId } of workflow.list({ query })) {
    keep(workflowId, await workflow.getHandle(workflowId, runId).fetchHistory());
  }
  await connection.close();
}

/** Timers and activities without a summary. */
export function withoutSummary({ events }: History): string[] {
  return (events ?? []).flatMap(({ eventId, userMetadata, ...event }) => {
    const what = formatName(event);
    return what === null || userMetadata?.summary?.data?.length ? [] : [`${String(eventId)}: ${what}`];
  });
}

function formatName(event: NonNullable<History['events']>[number]): string | null {
  if (event.timerStartedEventAttributes) return 'a timer';
  const activity = event.activityTaskScheduledEventAttributes?.activityType?.name;
  if (activity) return activity;
  const [local] = event.markerRecordedEventAttributes?.details?.['data']?.payloads ?? [];
  return local?.data ? Buffer.from(local.data).toString() : null;
}

function isRecording(): boolean {
  return process.env['RECORD_HISTORIES'] === '1';
}

function keep(workflowID: string, given: History): void {
  const history = withoutStacks(given);
  mkdirSync(HISTORIES, { recursive: true });
  const types = (history.events ?? []).map(({ eventType }) => String(eventType));
  const name = `${getType(history)}-${types.length}-${getShape(types)}.json`;
  const ofType = keptFiles().filter((file) => file.startsWith(`${getType(history)}-`));
  const isKnown = ofType.includes(name);
  if (types.length > MAX_LENGTH || (!isKnown && ofType.length >= SHAPES_OF_A_TYPE)) return;
  const encoded = Buffer.from(History.encode(history).finish());
  if (encoded.includes('binary/encrypted')) return;
  const kept: HistoryFile = { workflowID, history: encoded.toString('base64') };
  writeFileSync(join(HISTORIES, name), `${JSON.stringify(kept)}\n`);
}

/** Removes stack traces, which contain local paths and do not matter for replay. */
function withoutStacks(history: History): History {
  const text = JSON.stringify(
    History.toObject(History.create(history), { bytes: String, longs: String, enums: String }),
  );
  const plain = JSON.parse(text, (name, value: unknown) => (name === 'stackTrace' ? '' : value)) as object;
  return History.fromObject(plain);
}

function keptFiles(): string[] {
  return readdirSync(HISTORIES).filter((file) => file.endsWith('.json'));
}

function getType({ events }: History): string {
  return events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name ?? 'unknown';
}

function getShape(eventTypes: readonly string[]): string {
  let hash = 0;
  for (const letter of eventTypes.join()) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash.toString(36);
}
