import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow';

/*
 * The floor of a lifecycle: as many workflows, local activities and signals as a hold that is captured, none of which does
 * anything.
 */

interface BareActivities {
  step(id: string): Promise<void>;
}

const activities = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '8 s', retry: { maximumAttempts: 1 } });

export const decided = defineSignal('decided');
export const closed = defineSignal('closed');

/** In the place of a payment: a step, a signal, a step. */
export async function barePayment(id: string): Promise<void> {
  let isDecided = false;
  setHandler(decided, () => void (isDecided = true));
  await activities.step(id);
  await condition(() => isDecided, '7 days');
  await activities.step(id);
}

/** In the place of an invoice: waits for its due date and is told before that nothing is left to wait for. */
export async function bareInvoice(): Promise<void> {
  let isClosed = false;
  setHandler(closed, () => void (isClosed = true));
  await condition(() => isClosed, '1 hour');
}
