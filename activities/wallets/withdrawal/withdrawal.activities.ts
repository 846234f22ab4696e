import { findCardID } from '../../../store/payments/card-vault/card-vault';
import { findDestination } from '../../../store/wallets/destination/destination.queries';
import type { Store } from '../../../store/store';
import { decryptPerson, type WithdrawalRow } from '../../../store/wallets/withdrawal/withdrawal.table';
import { findWithdrawalRow } from '../../../store/wallets/withdrawal/withdrawal.queries';
import { payOutSending, recordPayOutAcceptance } from '../../../store/wallets/withdrawal/withdrawal.pending';
import {
  recordPayOut,
  recordPayOutFailure,
  recordPayOutInteraction,
} from '../../../store/wallets/withdrawal/withdrawal.transitions';
import type {
  WithdrawalActivities,
  WithdrawalSnapshot,
} from '../../../workflows/wallets/withdrawal/withdrawal.contract';
import type { WithdrawalStatus } from '../../../domain/wallets/withdrawal/withdrawal.machine';
import type { Pending, Returned } from '../../../connectors/pending';
import type { ExpectedAmount } from '../../../connectors/stated';
import type {
  Contradicted,
  PayOutConnector,
  PayOutOutcome,
  PayOutReceiver,
  PayOutRequest,
  Unknown,
} from '../../../connectors/connector';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { MISUSED, carryOutPayOut, toAcceptance } from '../../platform/operation/carry-out-pay-out';
import type { Misused, OperationAttempt } from '../../platform/operation/operation';
import {
  recordedCallbackUrl,
  recordedPayOutConnector,
  type ConnectorDependencies,
} from '../../platform/operation/recorded-connector';
import { sendRecorded } from '../../platform/operation/repetition';
import { cardTransport, toPayOutCard, type CardForwarder } from '../../platform/operation/card-transport';
import { StepDeadline } from '../../platform/operation/step-deadline';
import { recordReturnedPayOut } from './returned-pay-out';

export interface WithdrawalActivityDependencies extends ConnectorDependencies {
  vault: CardForwarder;
  /** The address for connectors' callbacks. */
  apiUrl: string;
}

/** Activities of withdrawal workflows. */
export function createWithdrawalActivities(dependencies: WithdrawalActivityDependencies): WithdrawalActivities {
  const snapshotAfter = (withdrawalID: string, attempt: OperationAttempt) =>
    toApplicationFailures(() => new WithdrawalSteps(dependencies, attempt).payOut(withdrawalID));
  return {
    payOut: ({ withdrawalID }) => snapshotAfter(withdrawalID, 'first'),
    payOutAfterLookUp: ({ withdrawalID }) => snapshotAfter(withdrawalID, 'repeated'),
  };
}

/** One attempt of a payout: calls the connector and records the result. */
class WithdrawalSteps {
  private readonly store: Store;
  private readonly deadline: StepDeadline;

  constructor(
    private readonly dependencies: WithdrawalActivityDependencies,
    private readonly attempt: OperationAttempt,
  ) {
    this.store = dependencies.store;
    this.deadline = new StepDeadline(attempt, dependencies.connectorTimeoutMs);
  }

  async payOut(withdrawalID: string): Promise<WithdrawalSnapshot> {
    const row = await findWithdrawalRow(this.store.database, withdrawalID);
    if (row.status !== 'Pending') return { status: row.status };
    // What is recorded of an earlier request proves it, also of a killed worker.
    const attempt = row.interaction || row.sentAt || row.acceptedAt ? 'repeated' : this.attempt;
    const connector = await recordedPayOutConnector(this.dependencies, row);
    const outcome = await carryOutPayOut(this.store, connector, {
      ...{ operationID: formatOperationID(row), attempt, recorded: row, expected: expectedOf(row) },
      nextTimeoutMs: () => this.deadline.nextTimeoutMs(),
      send: () => this.send(connector, row),
    });
    if (outcome.kind !== 'pending' && outcome.kind !== 'contradicted')
      return { status: await this.recordOutcome(row, outcome) };
    await recordPayOutAcceptance(this.store, { withdrawalID, ...toAcceptance(outcome, connector.times) });
    return { status: row.status, isAccepted: true };
  }

  private async send(connector: PayOutConnector, row: WithdrawalRow): Promise<PayOutOutcome> {
    const to = await this.readDestination(row);
    const callbackUrl = await recordedCallbackUrl(this.dependencies, row);
    const record = payOutSending(this.store, row.id);
    return sendRecorded({ times: connector.times, sent: row, record }, () =>
      connector.payOut({
        ...this.operation(row),
        amount: row.destinationMinor,
        askedAmount: row.amountMinor,
        currency: row.destinationCurrency,
        ...to,
        description: `withdrawal ${row.id}`,
        callbackUrl,
      }),
    );
  }

  private async recordOutcome(
    row: WithdrawalRow,
    outcome: Exclude<PayOutOutcome, Unknown | Pending | Contradicted> | Returned | Misused,
  ): Promise<WithdrawalStatus> {
    switch (outcome.kind) {
      case 'approved':
        return (await recordPayOut(this.store, row.id, outcome.connectorReference)).status;
      case 'returned':
        return this.recordReturned(row, outcome);
      case 'declined':
        return (await recordPayOutFailure(this.store, row.id, outcome.failure)).status;
      case 'interactionRequired':
        return (await recordPayOutInteraction(this.store, row.id, outcome.interaction)).status;
      case 'misused':
        return (await recordPayOutFailure(this.store, row.id, MISUSED)).status;
    }
  }

  /** A payout that was paid out and returned before anyone asked succeeds first. */
  private async recordReturned(row: WithdrawalRow, returned: Returned): Promise<WithdrawalStatus> {
    const paid = await recordPayOut(this.store, row.id, returned.connectorReference);
    await recordReturnedPayOut(this.store, row.id, returned);
    return paid.status;
  }

  /** Builds the payout's destination; receiver data of the withdrawal overrides the destination's. */
  private async readDestination(row: WithdrawalRow): Promise<DestinationOfRequest> {
    const destination = await findDestination(this.store, row.destinationID);
    if (!destination) throw new Error(`withdrawal ${row.id} has no destination`);
    const person = await decryptPerson(row, this.store.encryptionKeys);
    const receiver = {
      ...optionalField('customer', person.customer ?? destination.customer),
      ...optionalField('billingAddress', person.billingAddress ?? destination.billingAddress),
      ...optionalField('contactInfo', person.contactInfo),
      ...optionalField('additionalAuthData', destination.additionalAuthData),
    };
    const { resource } = destination;
    if (resource.type !== 'BankCardDestinationResource') return { destination: { ...resource, ...receiver } };
    return this.readCard(row, resource.token, receiver);
  }

  /** The fields of the card are placeholders, which the vault fills in. */
  private async readCard(row: WithdrawalRow, token: string, receiver: PayOutReceiver): Promise<DestinationOfRequest> {
    const card = await findCardID(this.store.database, token);
    if (!card) throw new Error(`withdrawal ${row.id} has no card in the vault`);
    const { partyID, cardID } = card;
    const use = { partyID, operationID: formatOperationID(row), account: row.connector ?? '' };
    return {
      destination: { ...toPayOutCard(cardID), ...receiver },
      cardTransport: cardTransport(this.dependencies.vault, use),
    };
  }

  private operation(row: WithdrawalRow): { operationID: string; timeoutMs: number } {
    return { operationID: formatOperationID(row), timeoutMs: this.deadline.nextTimeoutMs() };
  }
}

function expectedOf({ destinationMinor: amount, destinationCurrency: currency }: WithdrawalRow): ExpectedAmount {
  return { amount, currency };
}

type DestinationOfRequest = Pick<PayOutRequest, 'destination' | 'cardTransport'>;

function formatOperationID({ id }: WithdrawalRow): string {
  return `withdrawal/${id}/payOut`;
}

function optionalField<Name extends string, Value>(name: Name, value: Value | null): { [name in Name]?: Value } {
  return value === null ? {} : ({ [name]: value } as { [name in Name]: Value });
}
