import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import type { RecoverableEntity } from '../../operators/recovery/recoverable-entity';

const START: StartCommand = {
  kind: 'start',
  workflowID: workflowIDs.retention(),
  workflowType: workflowTypes.retention,
  args: [{}],
  mayRunAgain: true,
  summary: 'Deletes rows after their retention period',
};

const OPEN = { key: ['all'], start: START };

export const retentionRecovery: RecoverableEntity = {
  kind: 'retention',
  page: (_database, after) => Promise.resolve(after ? [] : [OPEN]),
  openAt: (_database, keys) => Promise.resolve(keys.length > 0 ? [OPEN] : []),
  parseKey: (workflowID) => (workflowID.startsWith(`${workflowIDs.retention()}/`) ? OPEN.key : undefined),
};
