import type { Acknowledged, Decided } from './checker/evidence';

/** Of flows, experiments and runs; what breaks it has no place of its own. */
export const ENDS = 'all that is begun comes to its end';

/** What the clients of a run remember: as a merchant's own books, they are held against what the platform says. */
export class Journal {
  readonly acknowledged: Acknowledged[] = [];
  readonly decided: Decided[] = [];
  /** Calls that change something and were answered, be it by a refusal. */
  operations = 0;
  /** Flows that did not come to their end, each in a sentence. */
  readonly complaints: string[] = [];
}
