import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { EndpointSnapshot, EndpointStatus } from '../../../domain/delivery/webhook/endpoint';
import { deliveryTaskQueue } from '../../../workflow-names/workflow-messages';
import { localActivities, ordinaryActivities, type Summaries } from '../../platform/operation/summarised';
import { waitForSignal } from '../../platform/operation/wait-for-signal';
import { entityStatus } from '../../search-attributes';
import { queueChanged, refuseUpdate } from './delivery.contract';
import {
  discardEndpoint,
  endpointStateQuery,
  retryEndpoint,
  type EndpointActivities,
  type EndpointInput,
  type EndpointState,
  type RetryOutcome,
  type SubjectChoice,
} from './endpoint.contract';
import { endpointDetails } from './endpoint.details';

const REPEATED = { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' } as const;

const SUMMARIES: Summaries<EndpointActivities> = {
  rebalanceEndpoint: 'Reads the state of the endpoint',
  attemptDue: 'Attempts a batch of due subjects',
  attemptSubject: 'Attempts one subject, as an operator requested',
  makeDue: 'Makes all subjects due, as an operator requested',
  discardBatched: 'Discards the messages',
};

const local = localActivities<EndpointActivities>(SUMMARIES, {
  startToCloseTimeout: '10 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** Continues as new well below the history limit. */
const MAX_HISTORY_EVENTS = 800;
/** The interval of batches, which delays attempts at most by this. */
const MIN_PAUSE_MS = 5_000;
/** Polling covers lost signals. */
const MAX_SLEEP_MS = 15 * 60_000;

type EndpointOutcome = 'settled' | 'discarded' | 'paused';

/**
 * Retries an endpoint with many failing subjects in batches, until few are left. Order, schedule and owner of each subject
 * are in the database.
 */
export async function endpoint({ webhookID }: EndpointInput): Promise<EndpointOutcome> {
  const run = new EndpointRun({ webhookID });
  let found = await run.look();
  while (found.kind !== 'gone') {
    if (workflowInfo().historyLength > MAX_HISTORY_EVENTS && allHandlersFinished()) {
      await continueAsNew<typeof endpoint>({ webhookID });
    }
    found = await run.step(found);
  }
  run.end(found);
  await condition(allHandlersFinished);
  // A new run looks again: within this one the signal would decide about a step that may be recorded already.
  if (run.isChanged) await continueAsNew<typeof endpoint>({ webhookID });
  return run.outcome;
}

class EndpointRun {
  readonly state: EndpointState = { doing: 'looking', snapshot: null, lastBatch: null };
  isChanged = false;
  outcome: EndpointOutcome = 'settled';
  private lastBatchMs = 0;

  /** Deliveries have a task queue of their own, so that hanging endpoints do not delay payments. */
  private readonly sending = ordinaryActivities<EndpointActivities>(SUMMARIES, {
    taskQueue: deliveryTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '3 min',
    heartbeatTimeout: '20 s',
    retry: REPEATED,
  });

  constructor(private readonly input: EndpointInput) {
    setHandler(queueChanged, () => void (this.isChanged = true));
    setHandler(endpointStateQuery, () => this.state);
    setHandler(retryEndpoint, (choice: SubjectChoice | undefined) => this.retryNow(choice ?? {}), {
      validator: (_: SubjectChoice | undefined) => refuseUpdate(),
    });
    setHandler(discardEndpoint, () => this.discardNow(), { validator: refuseUpdate });
  }

  async look(): Promise<EndpointStatus> {
    this.isChanged = false;
    return local.rebalanceEndpoint(this.input);
  }

  async step(found: Exclude<EndpointStatus, { kind: 'gone' }>): Promise<EndpointStatus> {
    switch (found.kind) {
      case 'webhookDeleted':
        await this.sending.discardBatched(this.input);
        this.outcome = 'discarded';
        return this.look();
      case 'waiting':
        return this.attempt(found.snapshot);
    }
  }

  end(found: EndpointStatus): void {
    Object.assign(this.state, { doing: 'ended', snapshot: null });
    if (found.kind === 'gone' && found.isPaused) this.outcome = 'paused';
    setCurrentDetails(
      this.outcome === 'paused'
        ? 'The webhook is paused: messages are sent when it is resumed'
        : 'No messages are left, or their subjects have workflows of their own',
    );
    upsertSearchAttributes([entityStatus(this.outcome)]);
  }

  private async attempt(snapshot: EndpointSnapshot): Promise<EndpointStatus> {
    const dueMs = Math.max(Date.parse(snapshot.nextAttemptAt), this.lastBatchMs + MIN_PAUSE_MS);
    const sleepMs = Math.min(dueMs - Date.now(), MAX_SLEEP_MS);
    this.state.snapshot = snapshot;
    this.state.doing = 'waiting';
    setCurrentDetails(endpointDetails(this.input, this.state, Date.now()));
    if (sleepMs > 0) {
      await waitForSignal(() => this.isChanged, sleepMs, 'the next attempt is due');
      // The clock decides, not a signal that may have come before the timer or after it.
      if (Date.now() < dueMs) return this.look();
    }
    this.isChanged = false;
    this.state.doing = 'sending';
    const { status, attemptCount, deliveredCount } = await this.sending.attemptDue(this.input);
    this.lastBatchMs = Date.now();
    this.state.lastBatch = { endedAt: rfc3339Text(new Date()), attemptCount, deliveredCount };
    return status;
  }

  private async retryNow({ subject }: SubjectChoice): Promise<RetryOutcome> {
    const { input, sending } = this;
    const outcome: RetryOutcome =
      subject === undefined
        ? { dueCount: await sending.makeDue(input), isDelivered: null }
        : { dueCount: 0, isDelivered: await sending.attemptSubject({ ...input, subject }) };
    this.isChanged = true;
    return outcome;
  }

  private async discardNow(): Promise<{ discardedCount: number }> {
    const discardedCount = await this.sending.discardBatched(this.input);
    this.outcome = 'discarded';
    this.isChanged = true;
    return { discardedCount };
  }
}
