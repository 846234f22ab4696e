import type { BenchResult } from '../bench';
import { alternate, MeasuredSide } from '../payments/side';
import { untilSettled } from '../payments/settled';
import { commitWorkingTree, findRevision, withCheckout } from './checkout';
import { startCheckout } from './started';

export interface LifecycleComparison {
  /** The revision to compare with: a commit, a branch or a tag. */
  revision: string;
  callers: readonly number[];
  rounds: number;
  seconds: number;
}

/** Targets relative to the revision: CPU time per lifecycle, rate and spread. */
const AIMS = { processor: 0.5, rate: 2, spread: 2.5 } as const;

/**
 * Compares the working tree with a revision in alternating rounds, so that other load affects both.
 * @param ended rejects to abort the comparison, which then stops both platforms
 */
export async function compareLifecycles(
  comparison: LifecycleComparison,
  ended: Promise<never>,
): Promise<BenchResult[]> {
  const revision = findRevision(comparison.revision);
  const [present, old] = [commitWorkingTree(), `${revision.slice(0, 7)}`];
  return withCheckout(revision, (oldFolder) =>
    withCheckout(present, (presentFolder) =>
      withSide({ name: old, folder: oldFolder, ended }, (before) =>
        withSide({ name: 'present', folder: presentFolder, ended }, async (now) => {
          await Promise.race([alternate(comparison, [before, now]), ended]);
          return comparison.callers.flatMap((callers) => findings(callers, before, now));
        }),
      ),
    ),
  );
}

async function withSide<Result>(
  { name, folder, ended }: { name: string; folder: string; ended: Promise<never> },
  work: (side: MeasuredSide) => Promise<Result>,
): Promise<Result> {
  const started = await startCheckout(folder, ended);
  const side = new MeasuredSide({ name, ...started, settle: () => untilSettled(started) });
  try {
    return await work(side);
  } finally {
    await side.end();
    await started.stop();
  }
}

function findings(callers: number, before: MeasuredSide, now: MeasuredSide): BenchResult[] {
  const rate = now.rate(callers) / before.rate(callers);
  const processor = now.processorMs(callers) / before.processorMs(callers);
  const spread = now.percentileMs(callers, 99) / now.percentileMs(callers, 50);
  return [
    ...before.findings(callers),
    ...now.findings(callers),
    {
      name: '  processor time, ratio',
      found: processor.toFixed(3),
      aim: { text: `at most ${AIMS.processor}`, isReached: processor <= AIMS.processor },
    },
    {
      name: '  rate, ratio',
      found: rate.toFixed(3),
      aim: { text: `at least ${AIMS.rate}`, isReached: rate >= AIMS.rate },
    },
    {
      name: '  p99 to p50, present',
      found: spread.toFixed(2),
      aim: { text: `at most ${AIMS.spread}`, isReached: spread <= AIMS.spread },
    },
  ];
}
