import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { Store } from '../store/store';

/** Shorter than the probe timeout of an orchestrator. */
const CHECK_TIMEOUT_MS = 2_000;

/**
 * Returns a check that names the reason why the worker is not ready. It sends Temporal a request, because a hanging
 * Temporal keeps its connections open.
 */
export function readiness(parts: {
  store: Store;
  client: Client;
  namespace: string;
  worker: Worker;
}): () => Promise<string | undefined> {
  const { store, client, namespace, worker } = parts;
  const isAnswered = (request: Promise<unknown>): Promise<boolean> =>
    Promise.race([
      request.then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), CHECK_TIMEOUT_MS).unref()),
    ]);
  const check = async (): Promise<string | undefined> => {
    if (worker.getState() !== 'RUNNING') return worker.getState();
    const [hasEngine, hasDatabase] = await Promise.all([
      isAnswered(
        client.withDeadline(Date.now() + CHECK_TIMEOUT_MS, () =>
          client.workflowService.describeNamespace({ namespace }),
        ),
      ),
      isAnswered(store.database.ping()),
    ]);
    if (!hasEngine) return 'the workflow engine does not answer';
    return hasDatabase ? undefined : 'the database does not answer';
  };
  let pending: Promise<string | undefined> | undefined;
  // Concurrent probes share one check.
  return () => (pending ??= check().finally(() => (pending = undefined)));
}
