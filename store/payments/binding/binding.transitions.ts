import { bindingMachine, type BindingAction } from '../../../domain/payments/binding/binding.machine';
import type { Binding, BindingRef } from '../../../domain/payments/binding/binding';
import type { Customer } from '../../../domain/payments/customer/customer';
import { customerMachine } from '../../../domain/payments/customer/customer.machine';
import { findTransition, requireTransition } from '../../../domain/platform/machine/machine';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { PaymentFailure } from '../../../domain/payments/payment/payment-failure';
import type { UserInteraction } from '../../../domain/payments/payment/user-interaction';
import type { WebhookMessage } from '../../../webhook-messages/message';
import { RECURRENT_TOKEN } from '../payment/payment.transitions';
import { encrypt } from '../../../security/encryption';
import type { Store } from '../../store';
import { readBinding, saveBinding } from './binding.table';
import { changeCustomer, type CustomerChangeRecord } from '../customer/customer.change';
import { bindingWebhookMessages, customerWebhookMessages } from '../customer/customer.message';
import type { RecordedCustomerChange } from '../customer/customer.events';

/** pending → succeeded: the connector issued a recurrent token. The customer's payments use this binding from now on. */
export async function recordVerification(
  store: Store,
  ref: BindingRef,
  recurrentToken: string,
  schemeTransactionID?: string,
): Promise<Binding> {
  const encryptedRecurrentToken = await encrypt(recurrentToken, RECURRENT_TOKEN, store.encryptionKeys);
  return changeBinding(store, ref, ({ customer, binding, now }) => {
    const next: Binding = {
      ...applyTransition(binding, 'succeed', now),
      encryptedRecurrentToken,
      schemeTransactionID: schemeTransactionID ?? null,
    };
    const transition = findTransition(customerMachine, customer.status, 'makeReady');
    const ready: Customer = {
      ...customer,
      activeBindingID: binding.id,
      ...(transition && { status: transition.to, statusChangedAt: now }),
    };
    const messages = transition && customerWebhookMessages(transition, ready);
    return { binding: next, customer: ready, changes: [buildStatusChange(next)], messages };
  });
}

/** pending → failed: refused by connector or payer, or timed out. */
export async function recordBindingFailure(store: Store, ref: BindingRef, failure: PaymentFailure): Promise<Binding> {
  return changeBinding(store, ref, ({ customer, binding, now }) => {
    const next: Binding = { ...applyTransition(binding, 'fail', now), failure };
    return { binding: next, customer, changes: [buildStatusChange(next)] };
  });
}

/** Records an interaction of the payer and erases the payment tool, which the connector now has. */
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

/** Changes a pending binding. For a deleted customer only the result is stored, without a token, and no event is emitted. */
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

/** A status change completes the open interaction; the completion is the first change of the event. */
function withMessages(
  before: Binding,
  { binding, customer, changes, messages = [] }: BindingChange,
): CustomerChangeRecord {
  const transition = bindingMachine.transitions.find(({ to }) => to === binding.status && before.status !== to);
  const completed = transition ? before.interaction : null;
  const completion: RecordedCustomerChange[] = completed
    ? [{ changeType: 'CustomerBindingInteractionCompleted', bindingID: binding.id, userInteraction: completed }]
    : [];
  return {
    customer,
    changes: [...completion, ...changes],
    messages: [...(transition ? bindingWebhookMessages(transition, { customer, binding }) : []), ...messages],
  };
}

function applyTransition(binding: Binding, action: BindingAction, now: Date): Binding {
  const transition = requireTransition(bindingMachine, binding.status, action);
  return { ...binding, status: transition.to, statusChangedAt: now, encryptedPaymentTool: null, interaction: null };
}

function buildStatusChange({ id, status, failure }: Binding): RecordedCustomerChange {
  return { changeType: 'CustomerBindingStatusChanged', bindingID: id, status, error: failure ?? undefined };
}
