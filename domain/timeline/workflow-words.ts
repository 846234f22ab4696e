import { rfc3339Text } from '../rfc3339/rfc3339';
import type { TimelineEntry, WorkflowStep } from './timeline';

/** Describes a step of a workflow. */
export function stepEntry(step: WorkflowStep): TimelineEntry {
  const { at, workflowID, runID } = step;
  const { what, reason } = describeStep(step);
  const entry = { at, what: `${workflowID}: ${what}`, reason, workflow: { workflowID, runID } };
  return { ...entry, kind: 'workflow', group: `step ${workflowID} ${step.step} ${getSubject(step)}` };
}

/** Repeated steps of a workflow differ by their subject: the activity, the summary of the timer, the signal. */
function getSubject(step: WorkflowStep): string {
  switch (step.step) {
    case 'activityStarted':
    case 'activityCompleted':
    case 'activityFailed':
    case 'activityRetrying':
      return step.activity;
    case 'timerStarted':
    case 'timerFired':
      return step.summary ?? '';
    case 'signalled':
      return step.signal;
    case 'updated':
      return step.update;
    default:
      return step.runID;
  }
}

function describeStep(step: WorkflowStep): { what: string; reason: string | null } {
  switch (step.step) {
    case 'started':
      return { what: 'started', reason: null };
    case 'activityStarted':
      return {
        what: `${step.activity}, attempt ${step.attempt}, started`,
        reason: describeLastFailure(step.lastFailure),
      };
    case 'activityCompleted':
      return { what: `${step.activity}, attempt ${step.attempt}, completed`, reason: null };
    case 'activityFailed':
      return { what: `${step.activity}, attempt ${step.attempt}, failed`, reason: step.failure };
    case 'activityRetrying':
      return { what: describeRetry(step), reason: step.failure };
    case 'timerStarted':
      return { what: `waits for ${durationText(step.seconds)}`, reason: step.summary };
    case 'timerFired':
      return { what: `waited for ${durationText(step.seconds)}`, reason: step.summary };
    case 'signalled':
      return { what: `received the signal ${step.signal}`, reason: null };
    case 'updated':
      return { what: `received the update ${step.update}`, reason: null };
    case 'ended':
      return { what: `${step.how}${step.result === null ? '' : `: ${step.result}`}`, reason: step.failure };
  }
}

function describeLastFailure(failure: string | null): string | null {
  return failure === null ? null : `previous attempt: ${failure}`;
}

function describeRetry({ activity, attempt, nextAt }: Extract<WorkflowStep, { step: 'activityRetrying' }>): string {
  const next = nextAt ? `, next at ${rfc3339Text(nextAt)}` : '';
  return `${activity} is pending, attempt ${attempt}${next}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** Formats the two largest units of a duration: `6 d 23 h`, `15 min`, `2.5 s`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  let left = Math.round(seconds);
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  if (left > 0) parts.push(`${left} s`);
  return parts.slice(0, 2).join(' ');
}
