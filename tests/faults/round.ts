import { getLimit, START_LIMIT_MS, within } from './bounds';
import { outcomeWithout, type Experiment, type ExperimentOutcome } from './experiment';
import { ENDS } from './journal';
import { isIsolated, runIsolated } from './isolated';
import { Random } from '../harness/random';
import { runExperiment, type Running } from './run';
import { isInterrupted } from './undo';
import type { TrialOptions } from './trial-options';
import { OwnWorld } from './world';

/**
 * Runs all experiments in sequence, with consecutive seeds. They share a platform unless they need their own; after a
 * failure later ones get a new platform.
 */
export class Round {
  private shared: OwnWorld | undefined;
  private readonly end: number;

  constructor(
    private readonly firstSeed: number,
    private readonly wish: TrialOptions,
  ) {
    this.end = performance.now() + wish.limitMs;
  }

  /** @param tell is called with each result */
  async run(tell: (outcome: ExperimentOutcome) => void): Promise<void> {
    try {
      for (const [index, experiment] of this.wish.chosen.entries()) {
        if (isInterrupted()) return;
        tell(await this.live(experiment, this.firstSeed + index));
      }
    } finally {
      await this.forget();
    }
  }

  private async live(experiment: Experiment, seed: number): Promise<ExperimentOutcome> {
    const { name, title } = experiment;
    const given = { name, title, seed };
    const failed = (found: string) => outcomeWithout(given, { violation: { rule: ENDS, found } });
    const leftMs = this.end - performance.now();
    if (leftMs <= 0) return failed(`the ${Math.round(this.wish.limitMs / 60_000)} minutes of the whole run were over`);
    try {
      const obstacle = experiment.obstacle?.();
      if (obstacle !== undefined) return outcomeWithout(given, { obstacle });
      const durationMs = this.wish.getDurationMs(experiment);
      const limitMs = Math.min(getLimit(durationMs, this.wish), leftMs);
      const running = { seed, durationMs, limitMs };
      if (experiment.isIsolated && !isIsolated()) return await runIsolated(experiment, running);
      return await this.runHere(experiment, running);
    } catch (error) {
      await this.forget();
      return failed(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  /** Runs on the shared platform or on a new one. */
  private async runHere(experiment: Experiment, running: Running): Promise<ExperimentOutcome> {
    if (!experiment.ownWorld && !experiment.isIsolated) {
      this.shared ??= await started(OwnWorld.start(new Random(running.seed)));
      const outcome = await runExperiment(experiment, this.shared, running);
      if (outcome.isCutOff) await this.forget();
      return outcome;
    }
    const random = new Random(running.seed).of(experiment.name);
    const world = await started(experiment.ownWorld?.(random) ?? OwnWorld.start(random));
    try {
      return await runExperiment(experiment, world, running);
    } finally {
      await world.stop();
    }
  }

  private async forget(): Promise<void> {
    const shared = this.shared;
    this.shared = undefined;
    await shared?.stop().catch((error: unknown) => void process.stderr.write(`${String(error)}\n`));
  }
}

async function started(starting: Promise<OwnWorld>): Promise<OwnWorld> {
  const world = await within(START_LIMIT_MS, starting);
  if (world) return world;
  void starting.then((late) => late.stop()).catch(() => undefined);
  throw new Error(`the platform had not started within ${START_LIMIT_MS / 1_000} s`);
}
