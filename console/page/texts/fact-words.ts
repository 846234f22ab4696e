import type { Schemas } from '../api/client';

interface Sources {
  finding: Extract<Schemas['TimelineFact'], { type: 'finding' }>;
  facts: Required<Schemas['FindingFacts']>;
  openFinding: Extract<Schemas['WorkFact'], { type: 'openFinding' }>;
  review: Extract<Schemas['TimelineFact'], { type: 'review' }>;
  missing: Schemas['MissingFact'];
  fault: Schemas['AuditChainFault'];
}

/** Words for every code of a field: a missing one does not compile. */
export type FactWords<Source extends keyof Sources, Field extends keyof Sources[Source]> = Record<
  Sources[Source][Field] & string,
  string
>;
