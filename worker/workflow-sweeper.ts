import type { Client } from '@temporalio/client';
import { findRunProblem, type RunProblem } from '../domain/operators/recovery/run-problem';
import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { idAtEngine } from '../workflow-names/workflow-ids';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import { describeOpenRun, terminateRun } from '../runtime/workflow-run';
import { wakeDueInvoices } from '../store/payments/invoice/due-date-schedule';
import type { RecoverableEntity, OpenEntity } from '../store/operators/recovery/recoverable-entity';
import { OVERDUE, RECOVERABLE } from '../store/operators/recovery/recoverable-entities';
import {
  ensureSweeps,
  deleteOldRestarts,
  releaseSweep,
  recordRestarts,
  leaseSweep,
  type Sweep,
} from '../store/operators/recovery/restarts';
import type { Store } from '../store/store';

export interface WorkflowSweeperOptions {
  store: Store;
  client: Client;
  taskQueue: string;
  logger: Logger;
  onRestarted: (kind: string, problem: RunProblem, count: number) => void;
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
const ENGINE_CONCURRENCY = 5;
/** Limits of listing closed workflows; the sweeps over open entities find the rest. */
const LOOK_BACK_MS = 5 * 60_000;
const MAX_ABNORMALLY_CLOSED = 500;

/** Reasons of terminations and log lines. */
const PROBLEMS: Readonly<Record<RunProblem, string>> = {
  missing: 'the workflow is missing',
  taskFails: 'the workflow task fails each time',
  overdue: 'the entity is past its deadline',
};

interface FaultyRun {
  entity: OpenEntity;
  problem: RunProblem;
  /** The run to end; a missing workflow has none. */
  runID: string | undefined;
}

const SWEEPS: readonly (RecoverableEntity & { sweep: string })[] = [
  ...RECOVERABLE.map((entity) => ({ ...entity, sweep: entity.kind })),
  ...OVERDUE.map((entity) => ({ ...entity, sweep: `overdue/${entity.kind}` })),
];

/**
 * Restarts the workflows of open entities: those that were terminated, failed or lost, those whose task fails each time, and
 * those that stand still after the deadline of their entity. One sweep lists recently closed workflows in Temporal; the
 * others page through the open or overdue entities of a kind and describe each workflow, without a pause after a page with
 * restarts. Workers share each sweep by a lease.
 */
export class WorkflowSweeper {
  private readonly sweeping: PeriodicTask;
  private isPrepared = false;

  constructor(private readonly options: WorkflowSweeperOptions) {
    this.sweeping = new PeriodicTask({
      run: () => this.runDueSweep(),
      onError: (error) => options.logger.warn({ err: error }, 'sweeper: a sweep for lost or failing workflows failed'),
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
    await ensureSweeps(this.options.store, [ABNORMALLY_CLOSED, ...SWEEPS.map(({ sweep }) => sweep)]);
    await wakeDueInvoices(this.options.store);
  }

  private async runSweep(sweep: Sweep): Promise<void> {
    const { store } = this.options;
    if (sweep.kind === ABNORMALLY_CLOSED) {
      await this.listAbnormallyClosed();
      await deleteOldRestarts(store);
      return releaseSweep(store, sweep, ROUND_PAUSE_SECONDS);
    }
    const lifeline = SWEEPS.find((each) => each.sweep === sweep.kind);
    if (!lifeline) return;
    const page = await lifeline.page(store.database, sweep.after, PAGE_SIZE);
    const faultyCount = await this.restartFaulty(lifeline, page);
    const last = page.length < PAGE_SIZE ? undefined : page.at(-1);
    const pause = last ? (faultyCount > 0 ? 0 : PAGE_PAUSE_SECONDS) : ROUND_PAUSE_SECONDS;
    await releaseSweep(store, { kind: sweep.kind, after: last?.key ?? null }, pause);
  }

  private async listAbnormallyClosed(): Promise<void> {
    const { client, store, taskQueue } = this.options;
    const since = rfc3339Text(new Date(Date.now() - LOOK_BACK_MS));
    const query = `TaskQueue = "${taskQueue}" AND CloseTime > "${since}" AND ExecutionStatus IN ("Terminated", "Failed", "Canceled", "TimedOut")`;
    const workflowIDs = new Set<string>();
    await this.withDeadline(async () => {
      // Not by `workflow.list`, which fails at one memo whose key is lost.
      const { namespace } = client.options;
      const page = { namespace, query, pageSize: MAX_ABNORMALLY_CLOSED };
      const { executions } = await client.workflowService.listWorkflowExecutions(page);
      for (const { execution } of executions) workflowIDs.add(execution?.workflowId ?? '');
    });
    if (workflowIDs.size === 0) return;
    for (const lifeline of RECOVERABLE) {
      const keys = [...workflowIDs].map((id) => lifeline.parseKey(id)).filter((key) => key !== undefined);
      await this.restartFaulty(lifeline, await lifeline.openAt(store.database, keys));
    }
  }

  /** @returns how many of the entities need a new run */
  private async restartFaulty(lifeline: RecoverableEntity, entities: readonly OpenEntity[]): Promise<number> {
    const faulty = await this.findFaulty(lifeline, entities);
    for (const problem of new Set(faulty.map((each) => each.problem))) {
      await this.restart(
        lifeline,
        problem,
        faulty.filter((each) => each.problem === problem),
      );
    }
    return faulty.length;
  }

  private async restart(lifeline: RecoverableEntity, problem: RunProblem, faulty: readonly FaultyRun[]): Promise<void> {
    const { store, logger, onRestarted } = this.options;
    // Reads again, because an entity closes before its workflow.
    const open = await lifeline.openAt(
      store.database,
      faulty.map(({ entity }) => entity.key),
    );
    const endRuns = async (claimed: ReadonlySet<string>): Promise<void> => {
      const toEnd = faulty.filter(({ entity }) => claimed.has(entity.start.workflowID));
      await this.forEach(toEnd, (each) => this.endRun(each, `holdfast sweeper: ${PROBLEMS[problem]}`));
    };
    const starts = open.map(({ start }) => start);
    const workflowIDs = await recordRestarts(store, starts, { problem, endRuns });
    if (workflowIDs.length === 0) return;
    onRestarted(lifeline.kind, problem, workflowIDs.length);
    const found = { kind: lifeline.kind, problem, count: workflowIDs.length, workflowIDs: workflowIDs.slice(0, 10) };
    logger.warn(found, 'sweeper: restarted workflows of open entities');
  }

  private async endRun({ entity, runID }: FaultyRun, reason: string): Promise<void> {
    if (runID === undefined) return;
    const { client, taskQueue } = this.options;
    const run = { idAtEngine: idAtEngine(entity.start.workflowID, taskQueue), runID, reason };
    await this.withDeadline(() => terminateRun(client, run));
  }

  /** @throws when Temporal does not respond, so that nothing is restarted on a guess */
  private async findFaulty(
    { isOverdue = false }: RecoverableEntity,
    entities: readonly OpenEntity[],
  ): Promise<FaultyRun[]> {
    const { client, taskQueue } = this.options;
    const faulty: FaultyRun[] = [];
    await this.forEach(entities, async (entity) => {
      const id = idAtEngine(entity.start.workflowID, taskQueue);
      const run = await this.withDeadline(() => describeOpenRun(client, id));
      const problem = findRunProblem(run, { isOverdue, now: new Date() });
      if (problem) faulty.push({ entity, problem, runID: run?.runID });
    });
    return faulty;
  }

  private async forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    const waiting = [...items];
    const next = async (): Promise<void> => {
      for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
    };
    await Promise.all(Array.from({ length: ENGINE_CONCURRENCY }, next));
  }

  private withDeadline<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.options.client.withDeadline(Date.now() + ENGINE_TIMEOUT_MS, call);
  }
}
