import { Worker, bundleWorkflowCode } from '@temporalio/worker';
import { workflowTypes } from '../domain/workflow-messages';
import { keptHistories } from '../testing/workflow-histories';

/*
 * Workflows live for weeks. Each history that is kept here was made by an earlier version of the code; the code of today
 * must make the same decisions from it, or a deployment would break what is under way. A change that cannot must be
 * patched (`patched()` of the SDK) instead.
 */

const histories = keptHistories();

test('there are histories of every workflow', () => {
  const types = new Set(histories.map(({ workflowType }) => workflowType));
  expect([...types].sort()).toEqual(Object.values(workflowTypes).sort());
});

test('every kept history replays', async () => {
  const workflowBundle = await bundleWorkflowCode({ workflowsPath: require.resolve('./index') });
  for (const { history, workflowID } of histories) {
    await Worker.runReplayHistory({ workflowBundle }, history, workflowID);
  }
});
