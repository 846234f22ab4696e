import { customerMachine } from '../../domain/customer/customer.machine';
import { statement } from '../database';
import { operableShop } from '../shop/shop.queries';
import type { Store } from '../store';
import { changeCustomer } from './customer.change';
import { customerWebhookMessages } from './customer.message';

/** Their external ids are free again, as the customer's own is: nobody can read what has them. */
const RETIRE_BINDINGS = statement(
  'binding-retire',
  'UPDATE customer_bindings SET encrypted_recurrent_token = NULL, external_id = NULL WHERE customer_id = $1',
);

/**
 * Deletes a customer: from now on it is not found, and nobody can pay by it. Its bindings stay for the payments that were
 * made by them, without their tokens and external ids.
 * @throws Refusal notFound, invalidPartyStatus, invalidShopStatus
 */
export async function deleteCustomer(store: Store, ref: { customerID: string; partyID: string }): Promise<void> {
  await changeCustomer(store, ref, async (customer, tx, now) => {
    await operableShop(store.database, customer, tx);
    await store.database.run(RETIRE_BINDINGS, [customer.id], tx);
    const deleted = { ...customer, deletedAt: now };
    return { customer: deleted, messages: customerWebhookMessages(customerMachine.steps.delete, deleted) };
  });
}
