import { Refusal } from '../../domain/platform/errors/refusal';
import { describeProblem, formatPlace, type SchemaProblem } from '../reference-data/problems';

/** Further problems are not listed. */
export const MAX_PROBLEMS = 50;

/** Refuses configuration that breaks rules, each with its place. */
export class InvalidConfiguration extends Refusal {
  constructor(readonly problems: SchemaProblem[]) {
    const listed = problems
      .slice(0, MAX_PROBLEMS)
      .map(({ place, ...facts }) => `${formatPlace(place)}: ${describeProblem(facts)}`);
    super('invalidRequest', listed.join('; '));
  }
}
