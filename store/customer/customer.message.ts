import type { Binding } from '../../domain/binding/binding';
import type { Customer } from '../../domain/customer/customer';
import { plainFailure } from '../../domain/payment/payment-failure';
import { contactMessage, toolMessage } from '../payment/payment.message';
import type { WebhookMessage } from '../record';

function customerMessage(customer: Customer): object {
  return {
    id: customer.id,
    shopID: customer.shopID,
    status: customer.status,
    contactInfo: contactMessage(customer.contactInfo),
    metadata: customer.metadata,
  };
}

/** A binding as webhooks show it. Tokens are required there and empty here: they would let a reader pay. */
function bindingMessage(binding: Binding): object {
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

/** A webhook message on the customers topic; each of them shows the customer. */
export function customerWebhookMessage(eventType: string, customer: Customer, content: object = {}): WebhookMessage {
  return { topic: 'CustomersTopic', eventType, content: { customer: customerMessage(customer), ...content } };
}

/** A webhook message about a binding: it shows the customer and the binding. */
export function bindingWebhookMessage(eventType: string, customer: Customer, binding: Binding): WebhookMessage {
  return customerWebhookMessage(eventType, customer, { binding: bindingMessage(binding) });
}
