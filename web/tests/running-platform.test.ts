import { spawnSync } from 'node:child_process';
import { startPlatform, type Platform } from '../../tests/harness/platform';
import { where } from '../../tests/harness/where';
import { callingTests } from './console/calling';
import { refusingTests } from './console/refusing';
import { closeStage, openStage, type ConsoleStage } from './console/stage';
import { referencePlans, type ReferencePlan } from './reference/plan';
import { ReferencePerformance } from './reference/run';

const hasPython = spawnSync('python3', ['--version']).status === 0;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
}, 300_000);
afterAll(() => platform?.stop());

// Readers already have a shop and a second wallet; no sample returns them.
for (const plan of referencePlans(['HOLDFAST_SHOP_ID', 'RECEIVER_ID'])) {
  describe(`the samples of ${plan.title}`, () => performReference(plan));
}

describe('the console of the references', () => {
  let stage: ConsoleStage | undefined;
  beforeAll(async () => {
    stage = await openStage(platform);
  }, 300_000);
  afterAll(() => stage && closeStage(stage));
  const there = (): ConsoleStage => {
    if (!stage) throw new Error('the site has not started');
    return stage;
  };
  callingTests(there);
  refusingTests(there);
});

function performReference({ operations, repeatable, endings }: ReferencePlan): void {
  let run: ReferencePerformance | undefined;
  beforeAll(() => {
    run = ReferencePerformance.open(platform);
  });
  afterAll(() => run?.close());

  test.each(operations.map((one) => [one.id, one] as const))('the sample of %s works as shown', (_id, one) =>
    run?.perform(one),
  );
  test('idempotent samples for Node.js work', async () => {
    expect(await run?.failuresIn('node', repeatable)).toEqual([]);
  });
  test('idempotent samples for PHP work', async () => {
    expect(await run?.failuresIn('php', repeatable)).toEqual([]);
  });
  where(
    test,
    hasPython,
    'python3 is missing',
  )('the read-only samples in Python work', async () => {
    expect(await run?.failuresIn('python', repeatable)).toEqual([]);
  });
  test.each(endings.map((one) => [one.id, one] as const))('the sample of %s works as shown', (_id, one) =>
    run?.perform(one),
  );
}
