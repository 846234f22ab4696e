import type { Experiment } from './experiment';
import { acquirers } from './faults/acquirers';
import { absences } from './faults/absences';
import { backlogs } from './faults/backlogs';
import { clock } from './faults/clock';
import { connector } from './faults/connector';
import { disk } from './faults/disk';
import { effects } from './faults/effects';
import { freezes } from './faults/freezes';
import { kills } from './faults/kills';
import { locks } from './faults/locks';
import { network } from './faults/network';
import { races } from './faults/races';
import { receipts } from './faults/receipts';
import { receivers } from './faults/receivers';
import { restarts } from './faults/restarts';
import { settlement } from './faults/settlement';
import { stuckWorkflows } from './faults/stuck-workflow';
import { wrongAcquirer } from './faults/wrong-acquirer';

/** Every experiment, in the order in which they run. */
export const experiments: readonly Experiment[] = [
  ...kills,
  ...freezes,
  ...effects,
  ...locks,
  ...connector,
  ...acquirers,
  ...receipts,
  ...wrongAcquirer,
  ...stuckWorkflows,
  ...settlement,
  ...races,
  ...receivers,
  ...backlogs,
  ...absences,
  ...restarts,
  ...clock,
  ...disk,
  ...network,
];
