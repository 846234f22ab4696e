import { bindingMachine, type BindingAction } from '../../domain/binding/binding.machine';
import type { Binding, BindingRef } from '../../domain/binding/binding';
import type { Customer } from '../../domain/customer/customer';
import { customerMachine } from '../../domain/customer/customer.machine';
import { findTransition, requireTransition } from '../../domain/machine/machine';
import { notFound } from '../../domain/errors/refusal';
import type { PaymentFailure } from '../../domain/payment/payment-failure';
import type { UserInteraction } from '../../domain/payment/user-interaction';
import type { WebhookMessage } from '../../webhooks/messages/message';
import { RECURRENT_TOKEN } from '../payment/payment.transitions';
import { encrypt } from '../secrets/encryption';
import type { Store } from '../store';
import { readBinding, saveBinding } from './binding.table';
import { changeCustomer, type CustomerChange } from '../customer/customer.change';
import { bindingWebhookMessages, customerWebhookMessages } from '../customer/customer.message';
import type { RecordedCustomerChange } from '../customer/customer.events';

/** pending → succeeded: the connector gave a recurrent token. The customer pays by this binding from now on. */
export async function recordVerification(store: Store, ref: BindingRef, recurrentToken: string): Promise<Binding> {
  const encryptedRecurrentToken = await encrypt(recurrentToken, RECURRENT_TOKEN, store.encryptionKeys);
  return changeBinding(store, ref, ({ customer, binding, now }) => {
    const next: Binding = { ...moved(binding, 'succeed', now), encryptedRecurrentToken };
    const transition = findTransition(customerMachine, customer.status, 'makeReady');
    const ready: Customer = {
      ...customer,
      activeBindingID: binding.id,
      ...(transition && { status: transition.to, statusChangedAt: now }),
    };
    const messages = transition && customerWebhookMessages(transition, ready);
    return { binding: next, customer: ready, changes: [statusChange(next)], messages };
  });
}

/** pending → failed: the connector or the payer refused, or time ran out. */
export async function recordBindingFailure(store: Store, ref: BindingRef, failure: PaymentFailure): Promise<Binding> {
  return changeBinding(store, ref, ({ customer, binding, now }) => {
    const next: Binding = { ...moved(binding, 'fail', now), failure };
    return { binding: next, customer, changes: [statusChange(next)] };
  });
}

/** The connector wants the payer to do something first; the tool is with the connector, so ours is erased. */
export async function recordBindingInteraction(
  store: Store,
  ref: BindingRef,
  interaction: UserInteraction,
): Promise<Binding> {
  return changeBinding(store, ref, ({ customer, binding }) => {
    if (binding.interaction) return undefined;
    const next: Binding = { ...binding, interaction, encryptedPaymentTool: null };
    const bindingID = binding.id;
    return {
      binding: next,
      customer,
      changes: [{ changeType: 'CustomerBindingInteractionRequested', bindingID, userInteraction: interaction }],
    };
  });
}

interface BindingChange {
  binding: Binding;
  customer: Customer;
  changes: RecordedCustomerChange[];
  messages?: WebhookMessage[];
}

/**
 * Changes a binding that is still pending; one that has ended stays as it is. Of a deleted customer only the end is
 * recorded, without a token: nobody hears of it any more.
 */
async function changeBinding(
  store: Store,
  ref: BindingRef,
  decide: (found: { customer: Customer; binding: Binding; now: Date }) => BindingChange | undefined,
): Promise<Binding> {
  let binding: Binding | undefined;
  await changeCustomer(store, { customerID: ref.customerID }, async (customer, tx, now) => {
    binding = await readBinding(store.database, ref, tx);
    if (binding?.status !== 'pending') return undefined;
    const change = decide({ customer, binding, now });
    if (!change) return undefined;
    if (customer.deletedAt) {
      binding = { ...change.binding, encryptedRecurrentToken: null };
      await saveBinding(store.database, binding, tx);
      return undefined;
    }
    const before = binding;
    binding = change.binding;
    await saveBinding(store.database, binding, tx);
    return withMessages(before, change);
  });
  if (!binding) throw notFound('Customer binding');
  return binding;
}

/** An interaction that was awaited has ended with the step that follows it, and is told before it. */
function withMessages(before: Binding, { binding, customer, changes, messages = [] }: BindingChange): CustomerChange {
  const move = bindingMachine.transitions.find(({ to }) => to === binding.status && before.status !== to);
  const completed = move ? before.interaction : null;
  const completion: RecordedCustomerChange[] = completed
    ? [{ changeType: 'CustomerBindingInteractionCompleted', bindingID: binding.id, userInteraction: completed }]
    : [];
  return {
    customer,
    changes: [...completion, ...changes],
    messages: [...(move ? bindingWebhookMessages(move, { customer, binding }) : []), ...messages],
  };
}

function moved(binding: Binding, action: BindingAction, now: Date): Binding {
  const transition = requireTransition(bindingMachine, binding.status, action);
  return { ...binding, status: transition.to, statusChangedAt: now, encryptedPaymentTool: null, interaction: null };
}

function statusChange({ id, status, failure }: Binding): RecordedCustomerChange {
  return { changeType: 'CustomerBindingStatusChanged', bindingID: id, status, error: failure ?? undefined };
}
