import type { WorkflowExecutionDescription } from '@temporalio/client';
import type { WorkflowRun, WorkflowStep } from '../../domain/operators/timeline/timeline';

/*
 * Converts Temporal histories to timeline steps: starts, waits, failures and ends, without workflow tasks and search
 * attributes. Activities' inputs and outputs are omitted except failure messages.
 */

type History = Awaited<ReturnType<import('@temporalio/client').WorkflowHandle['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];
type Failure = NonNullable<HistoryEvent['activityTaskFailedEventAttributes']>['failure'];
type Payload = { data?: Uint8Array | null } | null | undefined;
type Duration = { seconds?: unknown; nanos?: number | null } | null | undefined;

type StepDraft = WorkflowStep extends infer Step
  ? Step extends WorkflowStep
    ? Omit<Step, keyof WorkflowRun | 'at'> & { at?: Date }
    : never
  : never;

/** Earlier events that later ones refer to. */
interface Known {
  activities: Map<string, { activity: string; attempt: number }>;
  timers: Map<string, { seconds: number; summary: string | null }>;
}

/** Converts the history of one run, in order. */
export function historySteps(history: History, run: WorkflowRun): WorkflowStep[] {
  const known: Known = { activities: new Map(), timers: new Map() };
  return (history.events ?? []).flatMap((event) => {
    const drafts = [toStep(event, known), ...toImplied(event)].filter((draft) => draft !== undefined);
    return drafts.map((draft) => ({ ...run, ...draft, at: draft.at ?? getTime(event.eventTime) }));
  });
}

function toStep(event: HistoryEvent, known: Known): StepDraft | undefined {
  return (
    toBoundary(event) ??
    toActivity(event, known) ??
    toLocalActivity(event) ??
    toTimer(event, known) ??
    toMessage(event) ??
    undefined
  );
}

/** The dispatcher's attempts and the delay until the end of a hold, which have no events of their own. */
function toImplied(event: HistoryEvent): StepDraft[] {
  const started = event.workflowExecutionStartedEventAttributes;
  const { first } = (getJson(started?.input?.payloads?.[0]) ?? {}) as { first?: Attempted };
  const signalled = event.workflowExecutionSignaledEventAttributes?.input?.payloads?.[0];
  const { ended } = (getJson(signalled) ?? {}) as { ended?: Attempted };
  const seconds = parseSeconds(started?.firstWorkflowTaskBackoff);
  return [
    ...toAttempt('authorise', first),
    ...(seconds > 0 ? [{ step: 'timerStarted', seconds, summary: 'hold ends' } as const] : []),
    ...toAttempt('captureOrVoid', ended),
  ];
}

type Attempted = { at?: string } | null;

function toAttempt(activity: string, attempted: Attempted | undefined): StepDraft[] {
  const at = new Date(attempted?.at ?? NaN);
  return Number.isNaN(at.getTime()) ? [] : [{ step: 'activityCompleted', activity, attempt: 1, at }];
}

function toBoundary(event: HistoryEvent): StepDraft | undefined {
  const started = event.workflowExecutionStartedEventAttributes;
  if (started) return { step: 'started', workflowType: started.workflowType?.name ?? '' };
  const completed = event.workflowExecutionCompletedEventAttributes;
  if (completed) return { step: 'ended', how: 'completed', result: resultText(completed.result), failure: null };
  const failed = event.workflowExecutionFailedEventAttributes;
  if (failed) return { step: 'ended', how: 'failed', result: null, failure: failureText(failed.failure) };
  const ended = (how: string, reason: string | null = null): StepDraft => ({
    step: 'ended',
    how,
    result: null,
    failure: reason,
  });
  if (event.workflowExecutionTimedOutEventAttributes) return ended('timedOut');
  if (event.workflowExecutionCanceledEventAttributes) return ended('cancelled');
  const terminated = event.workflowExecutionTerminatedEventAttributes;
  if (terminated) return ended('terminated', terminated.reason || null);
  return event.workflowExecutionContinuedAsNewEventAttributes ? ended('continuedAsNew') : undefined;
}

function toActivity(event: HistoryEvent, known: Known): StepDraft | undefined {
  const scheduled = event.activityTaskScheduledEventAttributes;
  if (scheduled) {
    known.activities.set(String(event.eventId), { activity: scheduled.activityType?.name ?? '', attempt: 1 });
    return undefined;
  }
  const named = (id: unknown) => known.activities.get(String(id)) ?? { activity: 'an activity', attempt: 1 };
  const started = event.activityTaskStartedEventAttributes;
  if (started) {
    const begun = { ...named(started.scheduledEventId), attempt: started.attempt ?? 1 };
    known.activities.set(String(started.scheduledEventId), begun);
    return { step: 'activityStarted', ...begun, lastFailure: failureText(started.lastFailure) };
  }
  const completed = event.activityTaskCompletedEventAttributes;
  if (completed) return { step: 'activityCompleted', ...named(completed.scheduledEventId) };
  const failed = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
  if (!failed) return undefined;
  const failure = failureText(failed.failure) ?? 'no reason given';
  return { step: 'activityFailed', ...named(failed.scheduledEventId), failure };
}

/** A local activity has one marker, written at its end. */
function toLocalActivity(event: HistoryEvent): StepDraft | undefined {
  const marker = event.markerRecordedEventAttributes;
  if (marker?.markerName !== 'core_local_activity') return undefined;
  const data = getJson(marker.details?.['data']?.payloads?.[0]) as
    { activity_type?: string; attempt?: number; complete_time?: { seconds: number; nanos: number } } | undefined;
  const named = { activity: data?.activity_type ?? 'a local activity', attempt: data?.attempt ?? 1 };
  const at = data?.complete_time ? getTime(data.complete_time) : undefined;
  const failure = failureText(marker.failure);
  const draft: StepDraft =
    failure === null ? { step: 'activityCompleted', ...named } : { step: 'activityFailed', ...named, failure };
  return at ? { ...draft, at } : draft;
}

function toTimer(event: HistoryEvent, { timers }: Known): StepDraft | undefined {
  const started = event.timerStartedEventAttributes;
  if (started) {
    const summary = resultText({ payloads: [event.userMetadata?.summary ?? {}] });
    const waiting = { seconds: parseSeconds(started.startToFireTimeout), summary };
    timers.set(String(started.timerId), waiting);
    return { step: 'timerStarted', ...waiting };
  }
  const fired = event.timerFiredEventAttributes;
  const waited = fired && timers.get(String(fired.timerId));
  return waited ? { step: 'timerFired', ...waited } : undefined;
}

function toMessage(event: HistoryEvent): StepDraft | undefined {
  const signalled = event.workflowExecutionSignaledEventAttributes;
  if (signalled) return { step: 'signalled', signal: signalled.signalName ?? '' };
  const updated = event.workflowExecutionUpdateAcceptedEventAttributes;
  return updated ? { step: 'updated', update: updated.acceptedRequest?.input?.name ?? '' } : undefined;
}

/** Lists pending activities, whose attempts the history records only when they end. */
export function pendingSteps({ raw }: WorkflowExecutionDescription, run: WorkflowRun): WorkflowStep[] {
  return (raw.pendingActivities ?? []).map((pending) => ({
    ...run,
    step: 'activityRetrying',
    at: getTime(pending.lastStartedTime ?? pending.scheduledTime),
    activity: pending.activityType?.name ?? '',
    attempt: pending.attempt ?? 1,
    failure: failureText(pending.lastFailure),
    nextAt: pending.nextAttemptScheduleTime ? getTime(pending.nextAttemptScheduleTime) : null,
  }));
}

/** Returns the message of the innermost cause. */
function failureText(failure: Failure | null | undefined): string | null {
  if (!failure) return null;
  if (failure.cause) return failureText(failure.cause);
  const { message } = (getJson(failure.encodedAttributes) ?? failure) as { message?: string | null };
  return message ?? 'no reason given';
}

/** Results are statuses; other values are omitted. */
function resultText(payloads: { payloads?: Payload[] | null } | null | undefined): string | null {
  const value = getJson(payloads?.payloads?.[0]);
  return typeof value === 'string' && value.length <= 200 ? value : null;
}

function getJson(payload: Payload): unknown {
  if (!payload?.data || payload.data.length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(payload.data).toString('utf8'));
  } catch {
    return undefined;
  }
}

function parseSeconds(duration: Duration): number {
  return Number(duration?.seconds ?? 0) + (duration?.nanos ?? 0) / 1e9;
}

function getTime(time: Duration): Date {
  return new Date(Math.floor(parseSeconds(time) * 1_000));
}
