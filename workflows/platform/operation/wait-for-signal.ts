import { condition, sleep } from '@temporalio/workflow';

/** Ends a wait whose signal has come before it. */
const ALREADY_RECEIVED_MS = 1;

/**
 * Waits until a signal is received, or for a time. It starts a timer in any case: a signal that arrives while a workflow
 * task is not recorded yet may stand before the results of this task in the history, and a replay then receives it first.
 * The commands must not depend on that.
 */
export async function waitForSignal(isReceived: () => boolean, maxMs: number, summary: string): Promise<boolean> {
  if (!isReceived()) return condition(isReceived, maxMs, { summary });
  await sleep(ALREADY_RECEIVED_MS, { summary });
  return true;
}
