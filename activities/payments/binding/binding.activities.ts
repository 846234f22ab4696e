import type { Binding, BindingRef } from '../../../domain/payments/binding/binding';
import { paymentFailure, type PaymentFailurePath } from '../../../domain/payments/payment/payment-failure';
import { readBinding } from '../../../store/payments/binding/binding.table';
import {
  recordBindingFailure,
  recordBindingInteraction,
  recordVerification,
} from '../../../store/payments/binding/binding.transitions';
import { decryptPaymentTool } from '../../../store/payments/payment-tool/payment-tool-token';
import { findCustomer } from '../../../store/payments/customer/customer.queries';
import { findShop } from '../../../store/merchants/shop/shop.queries';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { Clock } from '../../../store/postgres/database-clock';
import { assertDeadlineOver } from '../../platform/operation/recorded-deadline';
import type { BindingActivities, BindingInput } from '../../../workflows/payments/binding/binding.contract';
import type {
  AuthorisationReference,
  NotFound,
  PaymentConnector,
  PaymentOutcome,
  Unknown,
} from '../../../connectors/connector';
import { isVoided, voidOperation } from '../../platform/operation/follow-up';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { lookUpOpening } from '../../platform/operation/look-up-opening';
import {
  carryOutOpening,
  type Misused,
  type OperationAttempt,
  type Rejected,
} from '../../platform/operation/operation';
import {
  recordedCallbackUrl,
  recordedConnector,
  type ConnectorDependencies,
} from '../../platform/operation/recorded-connector';
import { toConnectorTool, type CardForwarder } from '../../platform/operation/card-transport';
import { forgetCvv } from '../../platform/operation/cvv-deletion';
import { StepDeadline } from '../../platform/operation/step-deadline';
import { EXPIRY_GRACE_MS, retryUntil } from '../../platform/operation/unanswered';
import { describePayer, knownBrowser } from '../payment/connector-payer';

export interface BindingActivityDependencies extends ConnectorDependencies {
  vault: CardForwarder;
  /** The address for connectors' callbacks. */
  apiUrl: string;
  clock: Clock;
}

/** Shown to the payer. */
const DESCRIPTION = 'Привязка платёжного инструмента';

/** Activities of binding workflows. */
export function createBindingActivities(dependencies: BindingActivityDependencies): BindingActivities {
  const statusAfter = (attempt: OperationAttempt, step: (steps: BindingSteps) => Promise<Binding>) =>
    toApplicationFailures(async () => (await step(new BindingSteps(dependencies, attempt))).status);
  return {
    verify: (ref) => statusAfter('first', (steps) => steps.verify(ref)),
    verifyAfterLookUp: (ref) => statusAfter('repeated', (steps) => steps.verify(ref)),
    lookUpVerification: (ref) => statusAfter('first', (steps) => steps.lookUpVerification(ref)),
    expireVerification: (ref) => statusAfter('repeated', (steps) => steps.expire(ref)),
  };
}

type DecidedOutcome = Exclude<PaymentOutcome, Unknown>;

/** The steps of one attempt. */
class BindingSteps {
  private readonly deadline: StepDeadline;

  constructor(
    private readonly dependencies: BindingActivityDependencies,
    private readonly attempt: OperationAttempt,
  ) {
    this.deadline = new StepDeadline(attempt, dependencies.connectorTimeoutMs);
  }

  async verify(ref: BindingRef): Promise<Binding> {
    const binding = await this.find(ref);
    if (binding.status !== 'pending' || binding.interaction) return binding;
    const operationID = formatOperationID(binding, 'verify');
    const operation = { operationID, send: () => this.send(binding), lookUp: () => this.lookUp(binding) };
    return this.settled(binding, await this.record(binding, await carryOutOpening(operation, this.attempt)));
  }

  async lookUpVerification(ref: BindingRef): Promise<Binding> {
    const binding = await this.find(ref);
    if (binding.status !== 'pending') return binding;
    return this.settled(binding, await this.record(binding, await this.lookUp(binding)));
  }

  async expire(input: BindingInput): Promise<Binding> {
    const binding = await this.find(input);
    if (binding.status !== 'pending') return binding;
    assertDeadlineOver({ given: input.deadline, recorded: binding.deadline, now: await this.dependencies.clock() });
    return this.settled(
      binding,
      await this.expirePending(binding).catch((error) => this.expireUnanswered(binding, error)),
    );
  }

  /** The binding ends, whatever its connector does: a verification holds no money. */
  private async expireUnanswered(binding: Binding, error: unknown): Promise<Binding> {
    retryUntil(error, binding.deadline.getTime() + EXPIRY_GRACE_MS - (await this.dependencies.clock()).getTime());
    return recordBindingFailure(this.dependencies.store, getRef(binding), paymentFailure(EXPIRED));
  }

  private async expirePending(binding: Binding): Promise<Binding> {
    const found = await this.lookUp(binding);
    if (found.kind === 'approved') return this.record(binding, found);
    const voiding = { ...this.operation(binding, 'void'), authorisation: this.getVerification(binding) };
    const isRefused = found.kind === 'declined' && !(await isVoided(await this.getConnector(binding), voiding));
    if (isRefused) return this.record(binding, found);
    return this.blockAndFail(binding, EXPIRED);
  }

  private async find(ref: BindingRef): Promise<Binding> {
    const binding = await readBinding(this.dependencies.store.database, ref);
    if (!binding) throw notFound('Binding');
    return binding;
  }

  private async send(binding: Binding): Promise<PaymentOutcome> {
    const { store, vault } = this.dependencies;
    if (!binding.encryptedPaymentTool) throw new Error(`binding ${binding.id} has no payment tool`);
    const shop = await findShop(store.database, binding);
    if (!shop) throw new Error(`shop ${binding.shopID} is missing`);
    const { customerID, partyID, clientInfo } = binding;
    const customer = await findCustomer(store.database, { customerID, partyID });
    const operation = this.operation(binding, 'verify');
    const tool = await decryptPaymentTool(binding.encryptedPaymentTool, store.encryptionKeys);
    return (await this.getConnector(binding)).verify({
      ...operation,
      ...toConnectorTool(vault, tool, { ...operation, partyID, account: binding.connector }),
      currency: shop.currency,
      callbackUrl: await recordedCallbackUrl(this.dependencies, binding),
      merchantName: shop.name,
      description: DESCRIPTION,
      payer: { ...describePayer(customer?.contactInfo ?? {}, clientInfo), customerID },
      ...knownBrowser(clientInfo),
    });
  }

  /** Deletes the CVV once nothing sends it any more. */
  private settled({ encryptedPaymentTool, partyID }: Binding, after: Binding): Binding {
    const isDecided = after.status !== 'pending' || Boolean(after.interaction);
    if (isDecided && encryptedPaymentTool !== null) {
      const { store, vault } = this.dependencies;
      forgetCvv(vault, decryptPaymentTool(encryptedPaymentTool, store.encryptionKeys), partyID);
    }
    return after;
  }

  private async lookUp(binding: Binding): Promise<DecidedOutcome | NotFound> {
    const request = { kind: 'verify', ...this.operation(binding, 'verify'), since: binding.createdAt } as const;
    return lookUpOpening(await this.getConnector(binding), request);
  }

  /** Voids the verification, so that neither the payer nor a late response can complete it. */
  private async blockAndFail(binding: Binding, failure: PaymentFailurePath): Promise<Binding> {
    const authorisation = this.getVerification(binding);
    const request = { operationID: formatOperationID(binding, 'void'), authorisation };
    await voidOperation(await this.getConnector(binding), { request, deadline: this.deadline });
    return recordBindingFailure(this.dependencies.store, getRef(binding), paymentFailure(failure));
  }

  private async record(binding: Binding, outcome: DecidedOutcome | NotFound | Rejected | Misused): Promise<Binding> {
    const { store } = this.dependencies;
    const ref = getRef(binding);
    switch (outcome.kind) {
      case 'approved':
        // Without a token nothing can be charged.
        if (!outcome.recurrentToken) return this.blockAndFail(binding, 'authorization_failed:unknown');
        return recordVerification(store, ref, outcome.recurrentToken, outcome.schemeTransactionID);
      case 'declined':
        return recordBindingFailure(store, ref, outcome.failure);
      case 'interactionRequired':
        return recordBindingInteraction(store, ref, outcome.interaction);
      case 'rejected':
        return recordBindingFailure(store, ref, paymentFailure('authorization_failed:unknown'));
      case 'misused':
        return this.blockAndFail(binding, 'authorization_failed:unknown');
      case 'contradicted':
        return this.blockAndFail(binding, 'authorization_failed:operation_blocked');
      case 'notFound':
        return binding;
    }
  }

  private async getConnector(binding: Binding): Promise<PaymentConnector> {
    return recordedConnector(this.dependencies, binding);
  }

  private getVerification(binding: Binding): AuthorisationReference {
    return { kind: 'verify', operationID: formatOperationID(binding, 'verify') };
  }

  private operation(binding: Binding, step: BindingStep): { operationID: string; timeoutMs: number } {
    return { operationID: formatOperationID(binding, step), timeoutMs: this.deadline.nextTimeoutMs() };
  }
}

const EXPIRED = 'authorization_failed:processing_deadline_reached' satisfies PaymentFailurePath;

type BindingStep = 'verify' | 'void';

function formatOperationID({ customerID, id }: Binding, step: BindingStep): string {
  return `binding/${customerID}.${id}/${step}`;
}

function getRef({ customerID, id }: Binding): BindingRef {
  return { customerID, bindingID: id };
}
