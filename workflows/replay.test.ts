import { Worker } from '@temporalio/worker';
import { activityType, workflowTypes } from '../domain/workflow-messages';
import { service } from '../testing/services';
import { keptHistories, withoutSummary } from '../testing/workflow-histories';

/*
 * Workflows live for weeks. Each history that is kept here was made by an earlier version of the code; the code of today
 * must make the same decisions from it, or a deployment would break what is under way. A change that cannot must be
 * patched (`patched()` of the SDK) instead.
 */

const histories = keptHistories();
type Event = NonNullable<(typeof histories)[number]['history']['events']>[number];

test('there are histories of every workflow', () => {
  const types = new Set(histories.map(({ workflowType }) => workflowType));
  expect([...types].sort()).toEqual(Object.values(workflowTypes).sort());
});

/** Names in the code whose activities are older than they. */
const RENAMED = ['captureOrVoid', 'captureOrVoidAfterLookUp', 'expireAuthorisation', 'expireVerification'];

test.each(RENAMED)('a history is kept in which %s stands under its older name', (name) => {
  const scheduled = histories.flatMap(({ history }) => (history.events ?? []).map(scheduledActivity));
  expect(activityType(name)).not.toBe(name);
  expect(scheduled).toContain(activityType(name));
});

test('every kept history replays, in one sandbox with what ran there before, as in a worker', async () => {
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

test('a timer or an activity without a summary is found, as earlier versions made them', () => {
  const silent = histories.flatMap(({ history }) => withoutSummary(history).map((what) => what.replace(/^\d+: /, '')));
  expect(silent).toEqual(expect.arrayContaining(['a timer', 'recordChargeback', expect.stringMatching(/"authorise"/)]));
});

/** The type of the activity that an event schedules, or that a local one's marker tells of. */
function scheduledActivity({
  activityTaskScheduledEventAttributes: scheduled,
  markerRecordedEventAttributes: marker,
}: Event): string | null {
  if (scheduled) return scheduled.activityType?.name ?? null;
  const [payload] = marker?.details?.['data']?.payloads ?? [];
  if (!payload?.data) return null;
  return (JSON.parse(Buffer.from(payload.data).toString()) as { activity_type?: string }).activity_type ?? null;
}
