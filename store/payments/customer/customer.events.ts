import { notFound } from '../../../domain/platform/errors/refusal';
import type { Binding } from '../../../domain/payments/binding/binding';
import type { BindingStatus } from '../../../domain/payments/binding/binding.machine';
import type { PaymentFailure } from '../../../domain/payments/payment/payment-failure';
import type { UserInteraction } from '../../../domain/payments/payment/user-interaction';
import { statement, type Database } from '../../postgres/database';
import { getCustomer, listBindings, type CustomerRef } from './customer.queries';

export type RecordedCustomerChange =
  | { changeType: 'CustomerBindingStarted'; bindingID: string }
  | {
      changeType: 'CustomerBindingStatusChanged';
      bindingID: string;
      status: BindingStatus;
      error?: PaymentFailure;
      /** Of the inspection, for operators. */
      rule?: string;
    }
  | { changeType: 'CustomerBindingInteractionRequested'; bindingID: string; userInteraction: UserInteraction }
  | { changeType: 'CustomerBindingInteractionCompleted'; bindingID: string; userInteraction: UserInteraction };

export interface RecordedCustomerEvent {
  number: number;
  occurredAt: Date;
  changes: RecordedCustomerChange[];
}

export interface CustomerHistory {
  bindings: Binding[];
  events: RecordedCustomerEvent[];
}

const LIST = statement<RecordedCustomerEvent>(
  'customer-events',
  `SELECT number, occurred_at AS "occurredAt", changes FROM events
   WHERE subject_type = 'customer' AND subject_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
);

/** A customer's events after a number, oldest first. @throws Refusal notFound, also for an unknown event number */
export async function listCustomerEvents(
  database: Database,
  { limit, after, ...ref }: CustomerRef & { limit: number; after: number },
): Promise<CustomerHistory> {
  const { eventCount } = await getCustomer(database, ref);
  if (after > eventCount) throw notFound('Event');
  const bindings = await listBindings(database, ref);
  return { bindings, events: await database.run(LIST, [ref.customerID, after, limit]) };
}
