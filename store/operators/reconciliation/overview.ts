import type { FindingKind } from '../../../domain/operators/reconciliation/finding';
import { statement, type Database } from '../../postgres/database';
import { listReconciledConnectors, type ReconciledConnector } from './connectors';

interface OpenCount {
  connector: string;
  kind: FindingKind;
  count: number;
  oldestSeconds: number;
}

const OPEN = statement<OpenCount>(
  'reconciliation-open-overview',
  `SELECT connector, kind, count(*)::integer AS count,
     extract(epoch FROM now() - min(found_at))::float8 AS "oldestSeconds"
   FROM reconciliation_findings WHERE status = 'open' GROUP BY connector, kind ORDER BY connector, kind`,
);

export interface ReconciliationOverview extends ReconciledConnector {
  open: Omit<OpenCount, 'connector'>[];
}

export async function readReconciliationOverview(database: Database): Promise<ReconciliationOverview[]> {
  const [connectors, counts] = [await listReconciledConnectors(database), await database.run(OPEN, [])];
  return connectors.map((each) => ({
    ...each,
    open: counts.filter(({ connector }) => connector === each.connector).map(({ connector: _, ...count }) => count),
  }));
}
