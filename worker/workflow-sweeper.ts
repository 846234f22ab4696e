import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { idAtEngine } from '../workflows/names/workflow-ids';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import { wakeDueInvoices } from '../store/invoice/due-date-schedule';
import type { RecoverableEntity, OpenEntity } from '../store/recovery/recoverable-entity';
import { RECOVERABLE } from '../store/recovery/recoverable-entities';
import {
  ensureSweeps,
  deleteOldRestarts,
  releaseSweep,
  recordRestarts,
  leaseSweep,
  type Sweep,
} from '../store/recovery/restarts';
import type { Store } from '../store/store';

export interface WorkflowSweeperOptions {
  store: Store;
  client: Client;
  taskQueue: string;
  logger: Logger;
  onRestarted: (kind: string, count: number) => void;
}

/** The sweep that lists abnormally closed workflows in Temporal; the other sweeps page through open entities. */
const ABNORMALLY_CLOSED = 'ended-badly';

const PAGE_SIZE = 50;
const IDLE_MS = 2_000;
/** A dead worker or a hanging Temporal delays a sweep this long. */
const LEASE_SECONDS = 30;
const PAGE_PAUSE_SECONDS = 5;
const ROUND_PAUSE_SECONDS = 10;
const ENGINE_TIMEOUT_MS = 5_000;
const DESCRIBE_CONCURRENCY = 5;
/** Limits of listing closed workflows; the sweeps over open entities find the rest. */
const LOOK_BACK_MS = 5 * 60_000;
const MAX_ABNORMALLY_CLOSED = 500;

/**
 * Restarts the workflows of open entities that have none running, because it was terminated, failed or lost. One sweep
 * lists recently closed workflows in Temporal; the others page through the open entities of a kind and describe each
 * workflow, without a pause after a page with missing ones. Workers share each sweep by a lease.
 */
export class WorkflowSweeper {
  private readonly sweeping: PeriodicTask;
  private isPrepared = false;

  constructor(private readonly options: WorkflowSweeperOptions) {
    this.sweeping = new PeriodicTask({
      run: () => this.runDueSweep(),
      onError: (error) => options.logger.warn({ err: error }, 'sweeper: a sweep for lost workflows failed'),
      retryAfterMs: IDLE_MS,
    });
  }

  start(): void {
    this.sweeping.start();
  }

  async stop(): Promise<void> {
    await this.sweeping.stop();
  }

  /** Returns the time until the next poll for a due sweep. */
  private async runDueSweep(): Promise<number> {
    if (!this.isPrepared) await this.prepare();
    this.isPrepared = true;
    const sweep = await leaseSweep(this.options.store, LEASE_SECONDS);
    if (!sweep) return IDLE_MS;
    await this.runSweep(sweep);
    return 0;
  }

  /** Also reschedules due dates, in case the database was restored or changed by hand. */
  private async prepare(): Promise<void> {
    await ensureSweeps(this.options.store, [ABNORMALLY_CLOSED, ...RECOVERABLE.map(({ kind }) => kind)]);
    await wakeDueInvoices(this.options.store);
  }

  private async runSweep(sweep: Sweep): Promise<void> {
    const { store } = this.options;
    if (sweep.kind === ABNORMALLY_CLOSED) {
      await this.listAbnormallyClosed();
      await deleteOldRestarts(store);
      return releaseSweep(store, sweep, ROUND_PAUSE_SECONDS);
    }
    const lifeline = RECOVERABLE.find(({ kind }) => kind === sweep.kind);
    if (!lifeline) return;
    const page = await lifeline.page(store.database, sweep.after, PAGE_SIZE);
    const missingCount = await this.restartMissing(lifeline, page);
    const last = page.length < PAGE_SIZE ? undefined : page.at(-1);
    const pause = last ? (missingCount > 0 ? 0 : PAGE_PAUSE_SECONDS) : ROUND_PAUSE_SECONDS;
    await releaseSweep(store, { kind: sweep.kind, after: last?.key ?? null }, pause);
  }

  private async listAbnormallyClosed(): Promise<void> {
    const { client, store, taskQueue } = this.options;
    const since = rfc3339Text(new Date(Date.now() - LOOK_BACK_MS));
    const query = `TaskQueue = "${taskQueue}" AND CloseTime > "${since}" AND ExecutionStatus IN ("Terminated", "Failed", "Canceled", "TimedOut")`;
    const workflowIDs = new Set<string>();
    await this.withDeadline(async () => {
      for await (const { workflowId } of client.workflow.list({ query, pageSize: MAX_ABNORMALLY_CLOSED })) {
        workflowIDs.add(workflowId);
        if (workflowIDs.size === MAX_ABNORMALLY_CLOSED) return;
      }
    });
    if (workflowIDs.size === 0) return;
    for (const lifeline of RECOVERABLE) {
      const keys = [...workflowIDs].map((id) => lifeline.parseKey(id)).filter((key) => key !== undefined);
      await this.restartMissing(lifeline, await lifeline.openAt(store.database, keys));
    }
  }

  /** @returns how many of the entities had no live workflow */
  private async restartMissing(lifeline: RecoverableEntity, entities: readonly OpenEntity[]): Promise<number> {
    const { store, logger, onRestarted } = this.options;
    const missing = await this.withoutWorkflow(entities);
    if (missing.length === 0) return 0;
    // Reads again, because an entity closes before its workflow.
    const open = await lifeline.openAt(
      store.database,
      missing.map(({ key }) => key),
    );
    const workflowIDs = await recordRestarts(
      store,
      open.map(({ start }) => start),
    );
    if (workflowIDs.length > 0) {
      onRestarted(lifeline.kind, workflowIDs.length);
      const some = workflowIDs.slice(0, 10);
      const found = { kind: lifeline.kind, count: workflowIDs.length, workflowIDs: some };
      logger.warn(found, 'sweeper: restarted missing workflows of open entities');
    }
    return missing.length;
  }

  private async withoutWorkflow(entities: readonly OpenEntity[]): Promise<OpenEntity[]> {
    const missing: OpenEntity[] = [];
    const waiting = [...entities];
    const describeNext = async (): Promise<void> => {
      for (let entity = waiting.shift(); entity; entity = waiting.shift()) {
        if (!(await this.isRunning(entity.start.workflowID))) missing.push(entity);
      }
    };
    await Promise.all(Array.from({ length: DESCRIBE_CONCURRENCY }, describeNext));
    return missing;
  }

  /** @throws when Temporal does not respond, so that nothing is restarted on a guess */
  private async isRunning(workflowID: string): Promise<boolean> {
    const { client, taskQueue } = this.options;
    const handle = client.workflow.getHandle(idAtEngine(workflowID, taskQueue));
    try {
      const { status } = await this.withDeadline(() => handle.describe());
      return !ENDED.has(status.name);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  private withDeadline<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.options.client.withDeadline(Date.now() + ENGINE_TIMEOUT_MS, call);
  }
}

/** The SDK's names; other workflows are running or continued as a new run. */
const ENDED: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'TERMINATED', 'TIMED_OUT']);
