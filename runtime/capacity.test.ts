import { availableParallelism, totalmem } from 'node:os';
import { standardCapacity, thisMachine } from './capacity';
import { loadEnvironment } from './environment';

const key = Buffer.alloc(32, 7).toString('base64');
const given = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5433/holdfast',
  ENCRYPTION_KEY: key,
  TOKEN_SIGNING_KEY: key,
  SANDBOX_SECRET: 'a-secret-of-the-sandbox',
};

test('two cores get the measured numbers of slots and connections', () => {
  const capacity = standardCapacity({ cores: 2, memoryMB: 4_096 });
  expect([capacity.WORKFLOW_TASK_SLOTS, capacity.WORKFLOW_TASK_POLLERS, capacity.API_CONNECTIONS]).toEqual([
    200, 20, 16,
  ]);
});

test.each([
  [1, 256],
  [2, 2_048],
  [16, 32_768],
  [256, 1_048_576],
])('%i cores with %i MB get consistent limits', (cores, memoryMB) => {
  const capacity = standardCapacity({ cores, memoryMB });
  for (const value of Object.values(capacity)) expect(Number.isInteger(value) && value > 0).toBe(true);
  expect(capacity.WORKFLOW_TASK_SLOTS).toBeGreaterThanOrEqual(4 * capacity.WORKFLOW_TASK_POLLERS);
  expect(capacity.LOCAL_ACTIVITY_SLOTS).toBeGreaterThanOrEqual(capacity.WORKFLOW_TASK_SLOTS);
  expect(capacity.OUTBOX_BACKGROUND_AT_ONCE).toBeLessThan(capacity.OUTBOX_PAYER_AT_ONCE);
  expect(capacity.PARTY_WAITING_LIMIT).toBeLessThan(capacity.WAITING_LIMIT);
});

test('a larger machine never gets a lower limit', () => {
  const [small, large] = [
    { cores: 2, memoryMB: 1_024 },
    { cores: 8, memoryMB: 16_384 },
  ].map(standardCapacity);
  for (const [name, value] of Object.entries(small ?? {}))
    expect(large?.[name as keyof typeof large]).toBeGreaterThanOrEqual(value);
});

test('the defaults come from this machine, and every variable overrides one', () => {
  const machine = thisMachine();
  expect(machine.cores).toBe(availableParallelism());
  expect(machine.memoryMB).toBeGreaterThan(0);
  expect(machine.memoryMB).toBeLessThanOrEqual(totalmem() / 1_048_576);
  const names = Object.keys(standardCapacity(machine));
  expect(loadEnvironment(given)).toMatchObject(standardCapacity(machine));
  const overridden = loadEnvironment({ ...given, ...Object.fromEntries(names.map((name) => [name, '17'])) });
  expect(overridden).toMatchObject(Object.fromEntries(names.map((name) => [name, 17])));
});
