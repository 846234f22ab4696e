import type { Binding, BindingRef } from '../../domain/customer/binding';
import { paymentFailure } from '../../domain/payment/payment-failure';
import { readBinding } from '../../store/customer/binding.model';
import {
  recordBindingFailure,
  recordBindingInteraction,
  recordVerification,
} from '../../store/customer/binding.transitions';
import { openPaymentTool } from '../../store/payment-tool/payment-tool-token';
import type { BindingInput, BindingStatus } from '../../workflows/binding/binding.messages';
import type { NotFound, PaymentOutcome } from '../connectors/connector';
import { PROVIDER_TIMEOUT_MS, answered, shopConnector, type ProviderDependencies } from '../connectors/shop-connector';

/** What a binding's workflow may do to the world. Each is idempotent: the operation's id is known on both sides. */
export interface BindingActivities {
  /** Has the provider verify the tool and records its answer. Fails, retryably, where there is none. */
  verify(ref: BindingInput): Promise<BindingStatus>;
  /** As `verify`, after an attempt without an answer: what the provider already did is found out first. */
  verifyAfterLookUp(ref: BindingInput): Promise<BindingStatus>;
  /** Asks what became of a verification whose payer had to act. */
  lookUpVerification(ref: BindingInput): Promise<BindingStatus>;
  /** The deadline has come: ends what the provider may still wait for, then fails the binding. */
  giveUpVerification(ref: BindingInput): Promise<BindingStatus>;
}

export interface BindingActivityDependencies extends ProviderDependencies {
  /** Where providers call back. */
  apiUrl: string;
}

/** What the payer sees that he confirms. */
const DESCRIPTION = 'Привязка платёжного инструмента';

export function createBindingActivities(dependencies: BindingActivityDependencies): BindingActivities {
  const steps = new BindingSteps(dependencies);
  return {
    verify: async (ref) => (await steps.verify(ref, 'first')).status,
    verifyAfterLookUp: async (ref) => (await steps.verify(ref, 'repeated')).status,
    lookUpVerification: async (ref) => (await steps.lookUpVerification(ref)).status,
    giveUpVerification: async (ref) => (await steps.giveUp(ref)).status,
  };
}

type Found = Exclude<PaymentOutcome, { kind: 'unknown' }> | NotFound;

class BindingSteps {
  constructor(private readonly dependencies: BindingActivityDependencies) {}

  async verify(ref: BindingRef, attempt: 'first' | 'repeated'): Promise<Binding> {
    const binding = await this.find(ref);
    if (binding.status !== 'pending' || binding.interaction) return binding;
    const found: Found = attempt === 'repeated' ? await this.lookUp(binding) : { kind: 'notFound' };
    return this.record(binding, found.kind === 'notFound' ? await this.send(binding) : found);
  }

  async lookUpVerification(ref: BindingRef): Promise<Binding> {
    const binding = await this.find(ref);
    return binding.status === 'pending' ? this.record(binding, await this.lookUp(binding)) : binding;
  }

  async giveUp(ref: BindingRef): Promise<Binding> {
    const binding = await this.find(ref);
    if (binding.status !== 'pending') return binding;
    const found = await this.lookUp(binding);
    if (found.kind === 'approved' || found.kind === 'declined') return this.record(binding, found);
    if (found.kind === 'interactionRequired') await this.end(binding);
    const failure = paymentFailure('authorization_failed:processing_deadline_reached');
    return recordBindingFailure(this.dependencies.store, ref, failure);
  }

  private async find(ref: BindingRef): Promise<Binding> {
    const binding = await readBinding(this.dependencies.store.database, ref);
    if (!binding) throw new Error(`binding ${ref.customerID}.${ref.bindingID} is missing`);
    return binding;
  }

  private async send(binding: Binding): Promise<PaymentOutcome> {
    const { store, apiUrl } = this.dependencies;
    if (!binding.paymentToolSealed) throw new Error(`binding ${binding.id} has no payment tool`);
    const { shop, connector } = await shopConnector(this.dependencies, binding);
    return connector.verify({
      ...this.operation(binding, 'verify'),
      paymentTool: await openPaymentTool(binding.paymentToolSealed, store.encryptionKey),
      currency: shop.currency,
      callbackUrl: `${apiUrl}/callbacks/sandbox`,
      merchantName: shop.name,
      description: DESCRIPTION,
    });
  }

  private async lookUp(binding: Binding): Promise<Found> {
    const { connector } = await shopConnector(this.dependencies, binding);
    return connector.lookUp(this.operation(binding, 'verify'));
  }

  /** The payer shall not confirm what nobody waits for any more. */
  private async end(binding: Binding): Promise<void> {
    const { connector } = await shopConnector(this.dependencies, binding);
    const { operationID } = this.operation(binding, 'verify');
    answered(await connector.void({ ...this.operation(binding, 'void'), authorisation: { operationID } }));
  }

  private async record(binding: Binding, outcome: PaymentOutcome | NotFound): Promise<Binding> {
    const { store } = this.dependencies;
    const ref = { customerID: binding.customerID, bindingID: binding.id };
    const answer = answered(outcome);
    switch (answer.kind) {
      case 'approved':
        if (!answer.recurrentToken) throw new Error(`the provider verified binding ${binding.id} without a token`);
        return recordVerification(store, ref, answer.recurrentToken);
      case 'declined':
        return recordBindingFailure(store, ref, answer.failure);
      case 'interactionRequired':
        return recordBindingInteraction(store, ref, answer.interaction);
      case 'notFound':
        return binding;
    }
  }

  private operation(binding: Binding, step: 'verify' | 'void'): { operationID: string; timeoutMs: number } {
    return {
      operationID: `binding/${binding.customerID}.${binding.id}/${step}`,
      timeoutMs: this.dependencies.providerTimeoutMs ?? PROVIDER_TIMEOUT_MS,
    };
  }
}
