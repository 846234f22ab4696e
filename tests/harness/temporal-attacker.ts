import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { msToTs } from '@temporalio/common/lib/time';
import { temporal as proto } from '@temporalio/proto';
import { ARRIVAL_TIMEOUT_MS } from './timeouts';

const NAMESPACE = 'default';

/** An activity that the attacker schedules, on a task queue of the platform. */
export interface ScheduledActivity {
  name: string;
  taskQueue: string;
  args: readonly unknown[];
}

/** How an attacker's activities ended: the failure type or `completed`, by the number of the activity. */
export type AttackResults = ReadonlyMap<string, string>;

/**
 * A client of Temporal's frontend that answers the task of a workflow of its own, on a task queue of its own, with commands that
 * schedule activities of the platform's workers. An existing workflow of the id is terminated first; the attacker's stays open.
 */
export async function scheduleActivities(
  connection: Connection,
  { workflowType, workflowId }: { workflowType: string; workflowId: string },
  activities: readonly ScheduledActivity[],
): Promise<AttackResults> {
  const client = new Client({ connection });
  const taskQueue = `attacker-${workflowType}-${Date.now()}`;
  const handle = client.workflow.getHandle(workflowId);
  await handle.terminate('attack').catch(() => undefined);
  await client.workflow.start(workflowType, { workflowId, taskQueue, workflowIdReusePolicy: 'ALLOW_DUPLICATE' });
  const poll = { namespace: NAMESPACE, taskQueue: { name: taskQueue }, identity: 'attacker' };
  const { taskToken } = await connection.withDeadline(Date.now() + ARRIVAL_TIMEOUT_MS, () =>
    connection.workflowService.pollWorkflowTaskQueue(poll),
  );
  const commands = activities.map(toCommand);
  await connection.workflowService.respondWorkflowTaskCompleted({
    namespace: NAMESPACE,
    taskToken,
    identity: 'attacker',
    commands,
  });
  for (const end = Date.now() + 4 * ARRIVAL_TIMEOUT_MS; ; await sleep(200)) {
    const results = readResults((await handle.fetchHistory()).events ?? []);
    if (results.size === activities.length) return results;
    if (Date.now() > end) throw new Error(`${results.size} of ${activities.length} activities have ended`);
  }
}

function toCommand({ name, taskQueue, args }: ScheduledActivity, index: number): proto.api.command.v1.ICommand {
  return {
    commandType: proto.api.enums.v1.CommandType.COMMAND_TYPE_SCHEDULE_ACTIVITY_TASK,
    scheduleActivityTaskCommandAttributes: {
      activityId: String(index),
      activityType: { name },
      taskQueue: { name: taskQueue },
      input: { payloads: args.map((arg) => defaultPayloadConverter.toPayload(arg)) },
      scheduleToCloseTimeout: msToTs(2 * ARRIVAL_TIMEOUT_MS),
      startToCloseTimeout: msToTs(ARRIVAL_TIMEOUT_MS),
      retryPolicy: { maximumAttempts: 1 },
    },
  };
}

function readResults(events: readonly proto.api.history.v1.IHistoryEvent[]): AttackResults {
  const ids = new Map<string, string>();
  const results = new Map<string, string>();
  for (const event of events) {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) ids.set(String(event.eventId), scheduled.activityId ?? '');
    const failed = event.activityTaskFailedEventAttributes;
    const ended =
      failed ?? event.activityTaskCompletedEventAttributes ?? event.activityTaskTimedOutEventAttributes ?? undefined;
    if (!ended) continue;
    const failure = failed ? (failed.failure?.applicationFailureInfo?.type ?? 'unknown') : 'completed';
    const isTimedOut = Boolean(event.activityTaskTimedOutEventAttributes);
    results.set(ids.get(String(ended.scheduledEventId)) ?? '', isTimedOut ? 'timed out' : failure);
  }
  return results;
}
