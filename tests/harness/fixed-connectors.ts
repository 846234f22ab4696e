import { AccountConnectors, type AccountSource } from '../../connectors/account-connectors';
import { comparing } from '../../connectors/comparing-connector';
import type { Connector, Connectors } from '../../connectors/connector';

/** Connectors that a test has opened, by account, and those of stored accounts; all answers are compared. */
export class FixedConnectors extends AccountConnectors {
  constructor(
    private readonly fixed: Connectors,
    private readonly answers: AccountSource,
  ) {
    super(answers);
  }

  override async find(id: string): Promise<Connector | undefined> {
    const fixed = this.fixed[id];
    if (!fixed) return super.find(id);
    return comparing(fixed, (contradicted) => this.answers.reportContradiction(id, contradicted));
  }

  override async callbackPath(id: string): Promise<string> {
    return this.fixed[id] ? `/callbacks/${id}/${id}` : super.callbackPath(id);
  }
}
