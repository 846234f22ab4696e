import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Binding } from '../../../domain/payments/binding/binding';
import type { Customer } from '../../../domain/payments/customer/customer';
import type {
  CustomerHistory,
  RecordedCustomerChange,
  RecordedCustomerEvent,
} from '../../../store/payments/customer/customer.events';
import type { Caller } from '../../http/context';
import type * as Wire from './customer.types';
import { presentPlainFailure } from '../payments/payment.presenter';
import { presentToolDetails } from '../shared/payment-tool';

export function presentCustomer(customer: Customer): Wire.Customer {
  return {
    id: customer.id,
    externalID: customer.externalID ?? undefined,
    shopID: customer.shopID,
    partyID: customer.partyID,
    contactInfo: customer.contactInfo,
    status: customer.status,
    metadata: customer.metadata as Wire.Customer['metadata'],
  };
}

/** A binding as `/v2` shows it to this caller. Tokens are single-use, so the fields are empty. */
export function presentBinding(binding: Binding, caller: Caller): Wire.CustomerBinding {
  return {
    id: binding.id,
    externalID: binding.externalID ?? undefined,
    paymentResource: {
      paymentToolToken: '',
      paymentSession: '',
      paymentToolDetails: presentToolDetails(binding.toolDetails),
      clientInfo: binding.clientInfo,
    },
    status: binding.status,
    error: binding.failure ? presentPlainFailure(binding.failure, caller) : undefined,
  };
}

export function presentCustomerEvent(
  event: RecordedCustomerEvent,
  history: CustomerHistory,
  caller: Caller,
): Wire.CustomerEvent {
  return {
    id: event.number,
    createdAt: rfc3339Text(event.occurredAt),
    changes: event.changes.map((change) => presentChange(change, history, caller)),
  };
}

function presentChange(change: RecordedCustomerChange, history: CustomerHistory, caller: Caller): Wire.CustomerChange {
  const { bindingID: customerBindingID } = change;
  switch (change.changeType) {
    case 'CustomerBindingStarted': {
      const binding = { ...getBinding(history, customerBindingID), status: 'pending', failure: null } as const;
      return { changeType: change.changeType, customerBinding: presentBinding(binding, caller) };
    }
    case 'CustomerBindingStatusChanged': {
      const { changeType, status, error } = change;
      return { changeType, customerBindingID, status, error: error && presentPlainFailure(error, caller) };
    }
    case 'CustomerBindingInteractionRequested':
    case 'CustomerBindingInteractionCompleted': {
      const { changeType, userInteraction } = change;
      return { changeType, customerBindingID, userInteraction };
    }
  }
}

function getBinding({ bindings }: CustomerHistory, bindingID: string): Binding {
  const binding = bindings.find(({ id }) => id === bindingID);
  if (!binding) throw new Error(`the history names the binding ${bindingID}, which is missing`);
  return binding;
}
