import type { Destination } from '../../domain/destination/destination';
import type { WithdrawalStatus } from '../../domain/withdrawal/withdrawal.machine';
import { detokenizeCard } from '../../store/card-vault/card-vault';
import { findDestination } from '../../store/destination/destination.queries';
import type { Store } from '../../store/store';
import { decryptPerson, type WithdrawalRow } from '../../store/withdrawal/withdrawal.table';
import { findWithdrawalRow } from '../../store/withdrawal/withdrawal.queries';
import {
  recordPayOut,
  recordPayOutFailure,
  recordPayOutInteraction,
} from '../../store/withdrawal/withdrawal.transitions';
import type { WithdrawalActivities } from '../../workflows/withdrawal/withdrawal.contract';
import type {
  PayOutConnector,
  PayOutDestination,
  PayOutFailure,
  PayOutOutcome,
  Unknown,
} from '../../connectors/connector';
import { toApplicationFailures } from '../operation/application-failures';
import { carryOut, type Attempt, type Misused } from '../operation/operation';
import { recordedPayOutConnector, type ConnectorDependencies } from '../operation/recorded-connector';
import { StepDeadline } from '../operation/step-deadline';

export interface WithdrawalActivityDependencies extends ConnectorDependencies {
  /** Where connectors call back. */
  apiUrl: string;
}

/** What a withdrawal's workflow may do to the world. */
export function createWithdrawalActivities(dependencies: WithdrawalActivityDependencies): WithdrawalActivities {
  const snapshotAfter = (withdrawalID: string, attempt: Attempt) =>
    toApplicationFailures(async () => ({
      status: await new WithdrawalSteps(dependencies, attempt).payOut(withdrawalID),
    }));
  return {
    payOut: ({ withdrawalID }) => snapshotAfter(withdrawalID, 'first'),
    payOutAfterLookUp: ({ withdrawalID }) => snapshotAfter(withdrawalID, 'repeated'),
  };
}

/** The connector cannot read what it is asked: the owner can do nothing about it but ask us. */
const NOT_UNDERSTOOD: PayOutFailure = { code: 'PreauthorizationFailed' };

/** One attempt of the one step of a withdrawal: asks the connector and records its answer. */
class WithdrawalSteps {
  private readonly store: Store;
  private readonly deadline: StepDeadline;

  constructor(
    private readonly dependencies: WithdrawalActivityDependencies,
    private readonly attempt: Attempt,
  ) {
    this.store = dependencies.store;
    this.deadline = new StepDeadline(attempt, dependencies.connectorTimeoutMs);
  }

  async payOut(withdrawalID: string): Promise<WithdrawalStatus> {
    const row = await findWithdrawalRow(this.store.database, withdrawalID);
    if (row.status !== 'Pending') return row.status;
    // A worker that ended between the record and the engine does not know that the connector has been asked.
    const attempt = row.interaction ? 'repeated' : this.attempt;
    const connector = recordedPayOutConnector(this.dependencies, row);
    const operationID = formatName(row);
    const lookUp = () => connector.lookUpPayOut(this.operation(row));
    const outcome = await carryOut({ operationID, send: () => this.send(connector, row), lookUp }, attempt);
    return this.recordOutcome(row, outcome);
  }

  private async send(connector: PayOutConnector, row: WithdrawalRow): Promise<PayOutOutcome> {
    return connector.payOut({
      ...this.operation(row),
      amount: row.destinationMinor,
      askedAmount: row.amountMinor,
      currency: row.destinationCurrency,
      destination: await this.readDestination(row),
      description: `withdrawal ${row.id}`,
      callbackUrl: `${this.dependencies.apiUrl}/callbacks/${row.connector}`,
    });
  }

  private async recordOutcome(
    row: WithdrawalRow,
    outcome: Exclude<PayOutOutcome, Unknown> | Misused,
  ): Promise<WithdrawalStatus> {
    switch (outcome.kind) {
      case 'approved':
        return (await recordPayOut(this.store, row.id, outcome.connectorReference)).status;
      case 'declined':
        return (await recordPayOutFailure(this.store, row.id, outcome.failure)).status;
      case 'interactionRequired':
        return (await recordPayOutInteraction(this.store, row.id, outcome.interaction)).status;
      case 'misused':
        return (await recordPayOutFailure(this.store, row.id, NOT_UNDERSTOOD)).status;
    }
  }

  /** What the connector needs to pay out; who receives the money the withdrawal says, or else its destination. */
  private async readDestination(row: WithdrawalRow): Promise<PayOutDestination> {
    const destination = await findDestination(this.store, row.destinationID);
    if (!destination) throw new Error(`withdrawal ${row.id} has no destination`);
    const person = await decryptPerson(row, this.store.encryptionKeys);
    return {
      ...(await this.readResource(destination)),
      ...given('customer', person.customer ?? destination.customer),
      ...given('billingAddress', person.billingAddress ?? destination.billingAddress),
      ...given('contactInfo', person.contactInfo),
      ...given('additionalAuthData', destination.additionalAuthData),
    };
  }

  /** A card leaves its vault here and nowhere else. */
  private async readResource({ resource }: Destination): Promise<PayOutDestination> {
    if (resource.type !== 'BankCardDestinationResource') return { ...resource };
    return { type: resource.type, ...(await detokenizeCard(this.store, resource.token)) };
  }

  private operation(row: WithdrawalRow): { operationID: string; timeoutMs: number } {
    return { operationID: formatName(row), timeoutMs: this.deadline.nextTimeoutMs() };
  }
}

function formatName({ id }: WithdrawalRow): string {
  return `withdrawal/${id}/payOut`;
}

function given(name: string, value: object | null): object {
  return value === null ? {} : { [name]: value };
}
