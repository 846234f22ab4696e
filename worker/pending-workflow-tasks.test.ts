import type { Command } from '../store/change-log';
import { isStartedByActivity, PendingWorkflowTasks } from './pending-workflow-tasks';

let nowMs = 0;
let tasks: PendingWorkflowTasks;
beforeEach(() => {
  nowMs = 10_000;
  tasks = new PendingWorkflowTasks(() => nowMs);
});

function dispatch(workflowID: string, isTask = true): void {
  tasks.dispatching(workflowID);
  tasks.dispatched(workflowID, { isTask });
}

test('a workflow is pending from the delivery of its command until its activity starts', () => {
  tasks.dispatching('a');
  expect(tasks.count).toBe(0);
  tasks.dispatched('a', { isTask: true });
  dispatch('b');
  expect(tasks.count).toBe(2);
  tasks.started('a');
  tasks.started('unknown');
  expect(tasks.count).toBe(1);
});

test('a workflow that has started or has no activity is not pending after the delivery', () => {
  tasks.dispatching('a');
  tasks.started('a');
  tasks.dispatched('a', { isTask: true });
  dispatch('b', false);
  expect(tasks.count).toBe(0);
});

test('entries much older than a started one are dropped', () => {
  dispatch('other');
  nowMs += 501;
  dispatch('own');
  dispatch('next');
  tasks.started('own');
  expect(tasks.count).toBe(1);
  tasks.started('next');
  expect(tasks.count).toBe(0);
});

test('entries expire after the sticky timeout, which a new command restarts', () => {
  for (const workflowID of ['first', 'a', 'b']) dispatch(workflowID);
  nowMs += 2_000;
  dispatch('a');
  nowMs += 1_000;
  tasks.started('first');
  expect(tasks.count).toBe(1);
});

test('all entries are dropped when nothing starts for half a second', () => {
  dispatch('a');
  dispatch('b');
  nowMs += 400;
  dispatch('c');
  expect(tasks.count).toBe(3);
  nowMs += 200;
  expect(tasks.count).toBe(1);
});

test('only commands that start an activity become pending', () => {
  const decided = { kind: 'signal', workflowID: 'payment/a.1', signal: 'holdDecided', args: [] } as const;
  const start = { kind: 'start', args: [] } as const;
  const commands: Command[] = [
    { ...start, workflowType: 'payment', workflowID: 'payment/a.1' },
    { ...start, workflowType: 'withdrawal', workflowID: 'withdrawal/a' },
    decided,
    { ...decided, signal: 'interactionEnded' },
    { ...start, workflowType: 'destination', workflowID: 'destination/a' },
  ];
  expect(commands.map((command) => isStartedByActivity({ command }))).toEqual([true, true, true, false, false]);
  expect(commands.some((command) => isStartedByActivity({ command, isAnswered: true }))).toBe(false);
});
