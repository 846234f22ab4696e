import type { Acknowledged, Decided } from './checker/evidence';

/** The rule of flows, experiments and runs; its violations have no place. */
export const ENDS = 'all that is begun comes to its end';

/** What clients of a run recorded, as a merchant's own books, to compare with the platform. */
export class Journal {
  readonly acknowledged: Acknowledged[] = [];
  readonly decided: Decided[] = [];
  /** Answered calls that change something, including refused ones. */
  operations = 0;
  /** Flows that did not end, each as a sentence. */
  readonly complaints: string[] = [];
}
