import type { Binding } from '../../../domain/payments/binding/binding';
import type { Customer } from '../../../domain/payments/customer/customer';
import { plainFailure } from '../../../domain/payments/payment/payment-failure';
import { contactMessage, toolMessage } from '../payment/payment.message';
import type { Emits } from '../../../domain/platform/machine/machine';
import type { Unrecorded } from '../../../webhook-messages/message';
import type * as Published from '../../../webhook-messages/payments/customer';
import type { BindingEvent, CustomerEvent } from '../../../webhook-messages/payments/events';

function customerMessage(customer: Customer): Published.Customer {
  return {
    id: customer.id,
    shopID: customer.shopID,
    status: customer.status,
    contactInfo: contactMessage(customer.contactInfo),
    metadata: { ...customer.metadata },
  };
}

/** A binding in webhook messages. Required tokens are empty, because they would let a reader pay. */
function bindingMessage(binding: Binding): Published.CustomerBinding {
  const { ip, fingerprint } = binding.clientInfo;
  return {
    id: binding.id,
    paymentResource: {
      paymentToolToken: '',
      paymentSession: '',
      paymentToolDetails: toolMessage(binding.toolDetails),
      clientInfo: { ip, fingerprint },
    },
    status: binding.status,
    error: binding.failure ? plainFailure(binding.failure) : undefined,
  };
}

export function customerWebhookMessages(
  { emits }: Emits<CustomerEvent['eventType']>,
  customer: Customer,
): Unrecorded<CustomerEvent>[] {
  const message = (eventType: CustomerEvent['eventType']): Unrecorded<CustomerEvent> => ({
    topic: 'CustomersTopic',
    eventType,
    customer: customerMessage(customer),
  });
  return emits.map(message);
}

export function bindingWebhookMessages(
  { emits }: Emits<BindingEvent['eventType']>,
  { customer, binding }: { customer: Customer; binding: Binding },
): Unrecorded<BindingEvent>[] {
  const message = (eventType: BindingEvent['eventType']): Unrecorded<BindingEvent> => ({
    topic: 'CustomersTopic',
    eventType,
    customer: customerMessage(customer),
    binding: bindingMessage(binding),
  });
  return emits.map(message);
}
