import { ConnectorUnavailable } from '../../../connectors/connector';
import type { ReconciliationProblem } from '../../../domain/operators/reconciliation/problem';

/** The connector cannot be compared until an operator or the connector changes something. */
export class NotComparable extends ConnectorUnavailable {
  constructor(readonly problem: ReconciliationProblem) {
    super([problem.kind, problem.text].filter(Boolean).join(': '), { isUnsent: true });
  }
}
