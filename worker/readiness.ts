import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { Store } from '../store/store';

/** Shorter than an orchestrator waits for the answer. */
const ARRIVAL_TIMEOUT_MS = 2_000;

/**
 * What keeps a worker from working: it polls the engine no more, or the engine or the record does not answer. An engine that
 * hangs keeps its connections, so it has to be asked.
 */
export function readiness(parts: {
  store: Store;
  client: Client;
  namespace: string;
  worker: Worker;
}): () => Promise<string | undefined> {
  const { store, client, namespace, worker } = parts;
  const answers = (asked: Promise<unknown>): Promise<boolean> =>
    Promise.race([
      asked.then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), ARRIVAL_TIMEOUT_MS).unref()),
    ]);
  const ask = async (): Promise<string | undefined> => {
    if (worker.getState() !== 'RUNNING') return worker.getState();
    const [engine, record] = await Promise.all([
      answers(
        client.withDeadline(Date.now() + ARRIVAL_TIMEOUT_MS, () =>
          client.workflowService.describeNamespace({ namespace }),
        ),
      ),
      answers(store.database.ping()),
    ]);
    if (!engine) return 'the workflow engine does not answer';
    return record ? undefined : 'the record does not answer';
  };
  let asking: Promise<string | undefined> | undefined;
  // However many ask at once, the engine is asked by one.
  return () => (asking ??= ask().finally(() => (asking = undefined)));
}
