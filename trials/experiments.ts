import type { Experiment } from './experiment';
import { kills } from './faults/kills';

/** Every experiment, in the order in which they run. */
export const experiments: readonly Experiment[] = [...kills];
