import { AccountConnectors, type AccountSource } from '../../connectors/account-connectors';
import type { Connector, Connectors } from '../../connectors/connector';

/** Connectors that a test has opened, by account, and those of stored accounts. */
export class FixedConnectors extends AccountConnectors {
  constructor(
    private readonly fixed: Connectors,
    source: AccountSource,
  ) {
    super(source);
  }

  override async find(id: string): Promise<Connector | undefined> {
    return this.fixed[id] ?? (await super.find(id));
  }

  override async callbackPath(id: string): Promise<string> {
    return this.fixed[id] ? `/callbacks/${id}/${id}` : super.callbackPath(id);
  }
}
