import type { Experiment, ExperimentOutcome } from './experiment';
import { Round } from './round';
import type { TrialOptions } from './trial-options';

const anExperiment = (name: string, fields: Partial<Experiment> = {}): Experiment => ({
  name,
  title: `Of ${name}`,
  load: { payments: 1, wallets: 0 },
  seconds: { whole: 1 },
  fault: async () => undefined,
  ...fields,
});

async function readOutcomes(
  chosen: readonly Experiment[],
  fields: Partial<TrialOptions> = {},
): Promise<ExperimentOutcome[]> {
  const outcomes: ExperimentOutcome[] = [];
  const wish: TrialOptions = {
    seed: 1,
    rounds: 1,
    isShort: true,
    chosen,
    isWhole: false,
    getDurationMs: () => 1_000,
    limitMs: 60_000,
    isPublished: false,
    outcomesFile: undefined,
    ...fields,
  };
  await new Round(1, wish).run((outcome) => void outcomes.push(outcome));
  return outcomes;
}

test('an experiment whose platform does not start fails, and later ones run', async () => {
  const broken = () => Promise.reject(new Error('no room for a platform'));
  const [first, second, third] = await readOutcomes([
    anExperiment('unstartable', { ownWorld: broken }),
    anExperiment('unasked', {
      obstacle: () => {
        throw new Error('cannot even be asked');
      },
    }),
    anExperiment('impossible', { obstacle: () => 'no moon' }),
  ]);
  expect([first, second, third].map((outcome) => outcome?.seed)).toEqual([1, 2, 3]);
  expect(first).toMatchObject({ name: 'unstartable', title: 'Of unstartable', violations: [{ where: 'unstartable' }] });
  expect(first?.violations[0]?.found).toContain('no room for a platform');
  expect(second?.violations[0]?.found).toContain('cannot even be asked');
  expect(third).toMatchObject({ obstacle: 'no moon', violations: [] });
});

test('experiments beyond the limit of the run have failed', async () => {
  const [outcome] = await readOutcomes([anExperiment('late')], { limitMs: 0 });
  expect(outcome?.violations).toMatchObject([{ where: 'late', found: expect.stringContaining('whole run were over') }]);
});
