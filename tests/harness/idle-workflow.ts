import { isGrpcServiceError, type WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { untilAnswered } from './answered';

const { EventType } = temporal.api.enums.v1;
const IDLE = new Set([
  EventType.EVENT_TYPE_TIMER_STARTED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW,
]);
/** Shorter timers can end before a test's next step. */
const MIN_TIMER_SECONDS = 5;
/** The code of gRPC for a workflow that has not started yet. */
const NOT_FOUND = 5;

/** Waits until a workflow has ended or waits for a timer: the test server skips time although a task is not carried out. */
export async function untilIdle(handle: WorkflowHandle): Promise<void> {
  await untilAnswered(
    () => readLast(handle),
    (last) => {
      const timer = last?.timerStartedEventAttributes?.startToFireTimeout;
      return IDLE.has(last?.eventType ?? 0) && (!timer || Number(timer.seconds ?? 0) >= MIN_TIMER_SECONDS);
    },
  );
}

/** Waits until a workflow exists: the worker attempts a payment before it starts the workflow. */
export async function untilStarted(handle: WorkflowHandle): Promise<void> {
  await untilAnswered(
    () => readLast(handle),
    (last) => last !== undefined,
  );
}

async function readLast(handle: WorkflowHandle) {
  try {
    return (await handle.fetchHistory()).events?.at(-1);
  } catch (error) {
    if (isGrpcServiceError(error) && Number(error.code) === NOT_FOUND) return undefined;
    throw error;
  }
}

/** Terminates a workflow that waits for a timer: the clock of the test server stops where one is terminated during a task. */
export async function terminateIdle(handle: WorkflowHandle): Promise<void> {
  await untilIdle(handle);
  await handle.terminate('a test');
}
