import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import type { RecoverableEntity, OpenEntity } from '../recovery/recoverable-entity';
import { listReconciledConnectors, type ReconciledConnector } from './connectors';

export function reconciliationStart(connector: string): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.reconciliation(connector),
    workflowType: workflowTypes.reconciliation,
    args: [{ connector }],
    mayRunAgain: true,
    summary: `Compares the operations of ${connector} with the database`,
  };
}

const PREFIX = 'reconciliation/';

/** Every registered connector has a workflow until an operator ends it. */
export const reconciliationRecovery: RecoverableEntity = {
  kind: 'reconciliation',
  async page(database, after, limit) {
    const names = (await listReconciledConnectors(database)).filter(isOpen).map(({ connector }) => connector);
    const [last = ''] = after ?? [];
    return names
      .filter((name) => name > last)
      .slice(0, limit)
      .map(buildEntity);
  },
  async openAt(database, keys) {
    const wanted = new Set(keys.map(([name]) => name));
    const known = keys.length === 0 ? [] : await listReconciledConnectors(database);
    return known
      .filter((each) => isOpen(each) && wanted.has(each.connector))
      .map(({ connector }) => buildEntity(connector));
  },
  parseKey(workflowID) {
    const [connector] = workflowID.startsWith(PREFIX) ? workflowID.slice(PREFIX.length).split('/') : [];
    return connector ? [connector] : undefined;
  },
};

const isOpen = ({ endedAt }: ReconciledConnector): boolean => endedAt === null;

function buildEntity(connector: string): OpenEntity {
  return { key: [connector], start: reconciliationStart(connector) };
}
