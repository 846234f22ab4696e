import type { Acknowledged, Decided } from './checker/evidence';

/** What the clients of a run remember: as a merchant's own books, they are held against what the platform says. */
export class Journal {
  readonly acknowledged: Acknowledged[] = [];
  readonly decided: Decided[] = [];
  /** Calls that change something and were answered, be it by a refusal. */
  operations = 0;
  /** Flows that did not come to their end, each in a sentence. */
  readonly complaints: string[] = [];
}
