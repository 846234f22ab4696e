import type { Experiment } from './experiment';
import { Random } from '../harness/random';
import { runExperiment } from './run';
import { OwnWorld } from './world';

let world: OwnWorld;

beforeAll(async () => {
  world = await OwnWorld.start(new Random('run'), { temporal: 'shared' });
});

afterAll(() => world?.stop());

const anExperiment = (name: string, fields: Partial<Experiment>): Experiment => ({
  name,
  title: name,
  load: { payments: 0, wallets: 0 },
  seconds: { whole: 1 },
  fault: async () => undefined,
  ...fields,
});

const RUNNING = { seed: 1, durationMs: 1_000, limitMs: 300_000 };

test('an experiment without faults or calls has failed', async () => {
  const { violations, operations, faults } = await runExperiment(anExperiment('idle', {}), world, RUNNING);
  expect({ operations, faults }).toEqual({ operations: 0, faults: 0 });
  expect(violations).toEqual([
    { rule: 'an experiment does something', where: 'idle', found: 'no operations' },
    { rule: 'an experiment does something', where: 'idle', found: 'no faults' },
  ]);
});

test('a failing fault is reported with the results so far', async () => {
  const failing = anExperiment('failing', {
    load: { payments: 2, wallets: 1 },
    fault: async (scene) => {
      scene.count();
      while (scene.world.journal.operations < 3) await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error('the fault broke');
    },
  });
  const { violations, operations, faults } = await runExperiment(failing, world, RUNNING);
  expect(violations).toMatchObject([{ where: 'failing', found: expect.stringContaining('the fault broke') }]);
  expect(operations).toBeGreaterThan(0);
  expect(faults).toBe(1);
});

/** Must be the last test, because an aborted experiment continues until its platform ends. */
test('an endless experiment is aborted at its limit', async () => {
  const endless = anExperiment('endless', { fault: () => new Promise(() => undefined) });
  const outcome = await runExperiment(endless, world, { ...RUNNING, limitMs: 1_500 });
  expect(outcome).toMatchObject({ isCutOff: true, violations: [{ found: 'it had not ended within 2 s' }] });
});
