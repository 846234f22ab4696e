import type { Command } from '../store/change-log';
import { isStartedByActivity, PendingWorkflowTasks } from './pending-workflow-tasks';

let nowMs = 0;
let tasks: PendingWorkflowTasks;
beforeEach(() => {
  nowMs = 10_000;
  tasks = new PendingWorkflowTasks(() => nowMs);
});

function give(workflowID: string, isTask = true): void {
  tasks.dispatching(workflowID);
  tasks.dispatched(workflowID, { isTask });
}

test('a workflow stands in the line from when the engine has its command until the worker does something for it', () => {
  tasks.dispatching('a');
  expect(tasks.count).toBe(0);
  tasks.dispatched('a', { isTask: true });
  give('b');
  expect(tasks.count).toBe(2);
  tasks.started('a');
  tasks.started('of nobody');
  expect(tasks.count).toBe(1);
});

test('one that has begun before the engine’s answer is here, or has nothing to do, does not stand in it', () => {
  tasks.dispatching('a');
  tasks.started('a');
  tasks.dispatched('a', { isTask: true });
  give('b', false);
  expect(tasks.count).toBe(0);
});

test('who came well before one that has begun is somebody else’s; who came with it is not', () => {
  give('other');
  nowMs += 501;
  give('own');
  give('next');
  tasks.started('own');
  expect(tasks.count).toBe(1);
  tasks.started('next');
  expect(tasks.count).toBe(0);
});

test('nobody stands in it for longer than the engine keeps a place, and a new command counts anew', () => {
  for (const workflowID of ['first', 'a', 'b']) give(workflowID);
  nowMs += 2_000;
  give('a');
  nowMs += 1_000;
  tasks.started('first');
  expect(tasks.count).toBe(1);
});

test('where nobody of it begins for half a second it is somebody else’s line', () => {
  give('a');
  give('b');
  nowMs += 400;
  give('c');
  expect(tasks.count).toBe(3);
  nowMs += 200;
  expect(tasks.count).toBe(1);
});

test('only what is begun with an activity is waited for', () => {
  const decided = { kind: 'signal', workflowID: 'payment/a.1', signal: 'holdDecided', args: [] } as const;
  const start = { kind: 'start', args: [] } as const;
  const commands: Command[] = [
    { ...start, workflowType: 'payment', workflowID: 'payment/a.1' },
    { ...start, workflowType: 'withdrawal', workflowID: 'withdrawal/a' },
    decided,
    { ...decided, signal: 'interactionEnded' },
    { ...start, workflowType: 'destination', workflowID: 'destination/a' },
  ];
  expect(commands.map(isStartedByActivity)).toEqual([true, true, true, false, false]);
});
