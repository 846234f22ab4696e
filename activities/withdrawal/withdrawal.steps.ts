import { ApplicationFailure } from '@temporalio/activity';
import type { Destination } from '../../domain/destination/destination';
import type { WithdrawalStatus } from '../../domain/withdrawal/withdrawal.machine';
import { openCard } from '../../store/card-vault/open-card';
import { findDestination } from '../../store/destination/destination.queries';
import type { Store } from '../../store/store';
import { openPerson, type WithdrawalRow } from '../../store/withdrawal/withdrawal.model';
import { findWithdrawalRow } from '../../store/withdrawal/withdrawal.queries';
import { recordPayOut, recordPayOutFailure } from '../../store/withdrawal/withdrawal.transitions';
import type { Connector, NotFound, PayOutDestination, PayOutOutcome } from '../connectors/connector';
import type { WithdrawalActivityDependencies } from './withdrawal.activities';

const PROVIDER_TIMEOUT_MS = 6_000;

/** Whether an earlier attempt may have reached the provider: then what it already did is found out first. */
type Attempt = 'first' | 'repeated';

const NOT_FOUND: NotFound = { kind: 'notFound' };

/** The one step of a withdrawal: asks the provider and records its answer. */
export class WithdrawalSteps {
  private readonly store: Store;
  private readonly timeoutMs: number;

  constructor(private readonly dependencies: WithdrawalActivityDependencies) {
    this.store = dependencies.store;
    this.timeoutMs = dependencies.providerTimeoutMs ?? PROVIDER_TIMEOUT_MS;
  }

  async payOut(withdrawalID: string, attempt: Attempt): Promise<WithdrawalStatus> {
    const row = await findWithdrawalRow(this.store.database, withdrawalID);
    if (row.status !== 'Pending') return row.status;
    const connector = this.connectorOf(row);
    const found = attempt === 'repeated' ? await connector.lookUpPayOut(this.operation(row)) : NOT_FOUND;
    const outcome = found.kind === 'notFound' ? await this.send(connector, row) : found;
    return this.recordOutcome(row, outcome);
  }

  private async send(connector: Connector, row: WithdrawalRow): Promise<PayOutOutcome> {
    return connector.payOut({
      ...this.operation(row),
      amount: row.givenMinor,
      currency: row.givenCurrency,
      destination: await this.destinationOf(row),
      description: `withdrawal ${row.id}`,
    });
  }

  private async recordOutcome(row: WithdrawalRow, outcome: PayOutOutcome): Promise<WithdrawalStatus> {
    switch (outcome.kind) {
      case 'approved':
        return (await recordPayOut(this.store, row.id, outcome.providerReference)).status;
      case 'declined':
        return (await recordPayOutFailure(this.store, row.id, outcome.failure)).status;
      case 'unknown':
        throw ApplicationFailure.retryable('the provider gave no answer', 'OutcomeUnknown');
    }
  }

  /** What the provider needs to pay out; who receives the money the withdrawal says, or else its destination. */
  private async destinationOf(row: WithdrawalRow): Promise<PayOutDestination> {
    const destination = await findDestination(this.store, row.destinationID);
    if (!destination) throw new Error(`withdrawal ${row.id} has no destination`);
    const person = await openPerson(row, this.store.encryptionKey);
    return {
      ...(await this.resourceOf(destination)),
      ...given('customer', person.customer ?? destination.customer),
      ...given('billingAddress', person.billingAddress ?? destination.billingAddress),
      ...given('contactInfo', person.contactInfo),
      ...given('additionalAuthData', destination.additionalAuthData),
    };
  }

  /** A card leaves its vault here and nowhere else. */
  private async resourceOf({ resource }: Destination): Promise<PayOutDestination> {
    if (resource.type !== 'BankCardDestinationResource') return { ...resource };
    return { type: resource.type, ...(await openCard(this.store, resource.token)) };
  }

  private operation(row: WithdrawalRow): { operationID: string; timeoutMs: number } {
    return { operationID: `withdrawal/${row.id}/payOut`, timeoutMs: this.timeoutMs };
  }

  private connectorOf({ id, connector: name }: WithdrawalRow): Connector {
    const connector = name === null ? undefined : this.dependencies.connectors[name];
    if (!connector) throw new Error(`withdrawal ${id} goes by the connector ${name}, which is not configured`);
    return connector;
  }
}

function given(name: string, value: object | null): object {
  return value === null ? {} : { [name]: value };
}
