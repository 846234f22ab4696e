import type { Binding } from '../../domain/customer/binding';
import type { Customer } from '../../domain/customer/customer';
import { plainFailure } from '../../domain/payment/payment-failure';
import { contactMessage, toolMessage } from '../payment/payment.message';
import type { Announcement } from '../record';

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

/** An announcement on the customers topic; each of them shows the customer. */
export function customerAnnouncement(eventType: string, customer: Customer, content: object = {}): Announcement {
  return { topic: 'CustomersTopic', eventType, content: { customer: customerMessage(customer), ...content } };
}

/** An announcement about a binding: it shows the customer and the binding. */
export function bindingAnnouncement(eventType: string, customer: Customer, binding: Binding): Announcement {
  return customerAnnouncement(eventType, customer, { binding: bindingMessage(binding) });
}
