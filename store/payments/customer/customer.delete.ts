import type { Customer } from '../../../domain/payments/customer/customer';
import { customerMachine } from '../../../domain/payments/customer/customer.machine';
import { statement } from '../../postgres/database';
import { getOperableShop } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { changeCustomer, type CustomerChangeRecord } from './customer.change';
import { customerWebhookMessages } from './customer.message';

/** Frees the bindings' external ids, as the customer's own is freed. */
const RETIRE_BINDINGS = statement(
  'binding-retire',
  'UPDATE customer_bindings SET encrypted_recurrent_token = NULL, external_id = NULL WHERE customer_id = $1',
);

/**
 * Deletes a customer. Its bindings stay for their payments, without tokens and external ids.
 * @throws Refusal notFound, invalidPartyStatus, invalidShopStatus
 */
export async function deleteCustomer(store: Store, ref: { customerID: string; partyID: string }): Promise<void> {
  await changeCustomer(store, ref, async (customer, tx, now) => {
    await getOperableShop(store.database, customer, tx);
    await store.database.run(RETIRE_BINDINGS, [customer.id], tx);
    return deletion(customer, now);
  });
}

/** Builds the change that deletes a customer. */
export function deletion(customer: Customer, now: Date): CustomerChangeRecord {
  const deleted = { ...customer, deletedAt: now };
  return { customer: deleted, messages: customerWebhookMessages(customerMachine.steps.delete, deleted) };
}
