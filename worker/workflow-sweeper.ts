import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { idAtEngine } from '../domain/workflow-ids';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import { wakeDueInvoices } from '../store/invoice/due-date-schedule';
import type { RecoverableEntity, OpenEntity } from '../store/recovery/recoverable-entity';
import { RECOVERABLE } from '../store/recovery/recoverable-entities';
import {
  ensureSweeps,
  deleteOldRestarts,
  putBackSweep,
  recordRestarts,
  takeSweep,
  type Sweep,
} from '../store/recovery/restarts';
import type { Store } from '../store/store';

export interface WorkflowSweeperOptions {
  store: Store;
  client: Client;
  taskQueue: string;
  logger: Logger;
  /** Told how many workflows of a kind were started again. */
  onRestarted: (kind: string, count: number) => void;
}

/** The sweep that asks the engine which workflows ended badly, beside those that ask the record what is open. */
const ABNORMALLY_CLOSED = 'ended-badly';

const PAGE_SIZE = 50;
const IDLE_MS = 2_000;
/** A worker that dies, or an engine that does not answer, holds a sweep up for so long. */
const LEASE_SECONDS = 30;
/** Between two pages of a long table, and between two rounds of any. */
const PAGE_PAUSE_SECONDS = 5;
const ROUND_PAUSE_SECONDS = 10;
const ENGINE_TIMEOUT_MS = 5_000;
const DESCRIBE_CONCURRENCY = 5;
/** How far back the engine is asked, and for how many: what is older or beyond, the rounds of the record find. */
const LOOK_BACK_MS = 5 * 60_000;
const MAX_ABNORMALLY_CLOSED = 500;

/**
 * Finds entities that are open and have no live workflow (it was terminated, it failed, the engine lost it) and has them
 * started again. Two ways lead there. The engine lists what ended badly in the last minutes, which costs one question
 * however much is open. And the record's open entities are gone through a page after the other, each asked for at the
 * engine: slowly where all is well, at once where a page had dead ones. Workers share each sweep by a lease.
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
    const sweep = await takeSweep(this.options.store, LEASE_SECONDS);
    if (!sweep) return IDLE_MS;
    await this.carryOn(sweep);
    return 0;
  }

  /** Whatever became of the record before (a restored backup, rows that no process of ours wrote), due dates are looked at anew. */
  private async prepare(): Promise<void> {
    await ensureSweeps(this.options.store, [ABNORMALLY_CLOSED, ...RECOVERABLE.map(({ kind }) => kind)]);
    await wakeDueInvoices(this.options.store);
  }

  private async carryOn(sweep: Sweep): Promise<void> {
    const { store } = this.options;
    if (sweep.kind === ABNORMALLY_CLOSED) {
      await this.listAbnormallyClosed();
      await deleteOldRestarts(store);
      return putBackSweep(store, sweep, ROUND_PAUSE_SECONDS);
    }
    const lifeline = RECOVERABLE.find(({ kind }) => kind === sweep.kind);
    if (!lifeline) return;
    const page = await lifeline.page(store.database, sweep.after, PAGE_SIZE);
    const missingCount = await this.restartMissing(lifeline, page);
    const last = page.length < PAGE_SIZE ? undefined : page.at(-1);
    const pause = last ? (missingCount > 0 ? 0 : PAGE_PAUSE_SECONDS) : ROUND_PAUSE_SECONDS;
    await putBackSweep(store, { kind: sweep.kind, after: last?.key ?? null }, pause);
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
      const keys = [...workflowIDs].map((id) => lifeline.keyOf(id)).filter((key) => key !== undefined);
      await this.restartMissing(lifeline, await lifeline.openAt(store.database, keys));
    }
  }

  /** @returns how many of the entities had no live workflow */
  private async restartMissing(lifeline: RecoverableEntity, entities: readonly OpenEntity[]): Promise<number> {
    const { store, logger, onRestarted } = this.options;
    const dead = await this.withoutWorkflow(entities);
    if (dead.length === 0) return 0;
    // What has ended well since it was read is open no more: a workflow ends after its entity.
    const open = await lifeline.openAt(
      store.database,
      dead.map(({ key }) => key),
    );
    const workflowIDs = await recordRestarts(
      store,
      open.map(({ start }) => start),
    );
    if (workflowIDs.length > 0) {
      onRestarted(lifeline.kind, workflowIDs.length);
      const some = workflowIDs.slice(0, 10);
      const found = { kind: lifeline.kind, count: workflowIDs.length, workflowIDs: some };
      logger.warn(found, 'sweeper: open entities without a live workflow were given one');
    }
    return dead.length;
  }

  private async withoutWorkflow(entities: readonly OpenEntity[]): Promise<OpenEntity[]> {
    const dead: OpenEntity[] = [];
    const waiting = [...entities];
    const ask = async (): Promise<void> => {
      for (let entity = waiting.shift(); entity; entity = waiting.shift()) {
        if (!(await this.isAlive(entity.start.workflowID))) dead.push(entity);
      }
    };
    await Promise.all(Array.from({ length: DESCRIBE_CONCURRENCY }, ask));
    return dead;
  }

  /** @throws where the engine gives no answer: nothing is known then, and nothing is started */
  private async isAlive(workflowID: string): Promise<boolean> {
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

  private withDeadline<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return this.options.client.withDeadline(Date.now() + ENGINE_TIMEOUT_MS, ask);
  }
}

/** As the SDK names them. What is none of these lives, or goes on as a new run. */
const ENDED: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'TERMINATED', 'TIMED_OUT']);
