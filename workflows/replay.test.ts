import { Worker } from '@temporalio/worker';
import { workflowTypes } from '../workflow-names/workflow-messages';
import { service } from '../tests/harness/services';
import { keptHistories, withoutSummary } from '../tests/harness/workflow-histories';

/*
 * Workflows live for weeks, so a new version must make the same decisions from the histories of every version since 0.1.0. A change
 * that cannot must be patched with the SDK's `patched()`.
 */

const histories = keptHistories();

test('the kept histories cover every workflow', () => {
  const types = new Set(histories.map(({ workflowType }) => workflowType));
  expect([...types].sort()).toEqual(Object.values(workflowTypes).sort());
});

test('kept histories replay twice in one sandbox, as in a worker', async () => {
  const workflowBundle = await service('bundle');
  const kept = histories
    .flatMap((one) => [one, one])
    .map(({ history, workflowID: workflowId }) => ({ history, workflowId }));
  const failed: unknown[] = [];
  let replayed = 0;
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, kept)) {
    replayed++;
    if (error) failed.push({ workflowId, error });
  }
  expect({ failed, replayed }).toEqual({ failed: [], replayed: kept.length });
});

test('missing summaries are detected', () => {
  const silent = histories.flatMap(({ history: { events } }) =>
    withoutSummary({ events: (events ?? []).map(({ userMetadata: _, ...event }) => event) }).map((name) =>
      name.replace(/^\d+: /, ''),
    ),
  );
  expect(silent).toEqual(expect.arrayContaining(['a timer', 'executeCommand', expect.stringMatching(/"authorise"/)]));
});

test('every timer and activity of a kept history has a summary', () => {
  expect(histories.flatMap(({ history }) => withoutSummary(history))).toEqual([]);
});
