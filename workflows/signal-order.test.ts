import { Worker } from '@temporalio/worker';
import { signals, type workflowTypes } from '../workflow-names/workflow-messages';
import { withSignalBeforeTasks } from '../tests/harness/reordered-signals';
import { service } from '../tests/harness/services';
import { keptHistories } from '../tests/harness/workflow-histories';

/*
 * A signal that arrives while a workflow task is not recorded yet may stand before this task in the history, although the task
 * did not know it. A replay then receives the signal first and must nevertheless issue the recorded commands: otherwise the
 * workflow stands still for ever.
 */

const SIGNALS: Partial<Record<keyof typeof workflowTypes, readonly string[]>> = {
  payment: [signals.holdDecided, signals.interactionEnded],
  binding: [signals.interactionEnded],
  refund: [signals.interactionEnded],
  withdrawal: [signals.interactionEnded],
  destination: [signals.destinationApproved],
  destinationExpiry: [signals.authorisationEndsSoon],
  dueInvoices: [signals.dueDateComesEarlier],
  delivery: [signals.queueChanged],
  endpoint: [signals.queueChanged],
};

test.each(Object.entries(SIGNALS))('a %s replays with a signal before each of its tasks', async (type, names) => {
  const ofType = keptHistories().filter(({ workflowType }) => workflowType === type);
  const histories = ofType.flatMap(({ workflowID, history }) =>
    names.flatMap((name) =>
      withSignalBeforeTasks(history, name).map((reordered) => ({ workflowId: workflowID, history: reordered })),
    ),
  );
  const failed: unknown[] = [];
  const workflowBundle = await service('bundle');
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    if (error) failed.push({ workflowId, error: error.message });
  }
  expect(failed).toEqual([]);
  expect(histories.length).toBeGreaterThan(0);
});
