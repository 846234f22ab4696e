import type { Transaction } from '../../postgres/database';
import type { WebhookMessage } from '../../../webhook-messages/message';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { Customer } from '../../../domain/payments/customer/customer';
import { changeResult, appendChangeStatement, type Change, type ChangeResult, type Command } from '../../change-log';
import { wakeDispatchers, type Store } from '../../store';
import { customerUpdate, lockCustomer } from './customer.table';
import type { RecordedCustomerChange } from './customer.events';

export interface CustomerChangeRecord {
  customer: Customer;
  /** One event of the polling API; none if it shows nothing. */
  changes?: RecordedCustomerChange[];
  messages?: WebhookMessage[];
  commands?: Command[];
}

/** Every change of a customer or binding. With `partyID`, a deleted or foreign customer is not found. */
export async function changeCustomer(
  store: Store,
  { customerID, partyID }: { customerID: string; partyID?: string },
  decide: (customer: Customer, tx: Transaction, now: Date) => Promise<CustomerChangeRecord | undefined>,
): Promise<void> {
  const recorded = await store.database.transaction(async (tx) => {
    const customer = await lockCustomer(store.database, customerID, tx);
    if (!customer || (partyID !== undefined && isHidden(customer, partyID))) throw notFound('Customer');
    const now = new Date();
    const change = await decide(customer, tx, now);
    return change && writeCustomerChange(store, change, now, tx);
  });
  if (recorded) wakeDispatchers(store, recorded);
}

function isHidden(customer: Customer, partyID: string): boolean {
  return customer.partyID !== partyID || customer.deletedAt !== null;
}

async function writeCustomerChange(
  store: Store,
  { customer, changes = [], messages, commands }: CustomerChangeRecord,
  now: Date,
  tx: Transaction,
): Promise<ChangeResult> {
  const eventCount = customer.eventCount + (changes.length > 0 ? 1 : 0);
  const changeRecord: Change = {
    subject: { type: 'customer', id: customer.id },
    recipients: { partyID: customer.partyID, shopID: customer.shopID },
    occurredAt: now,
    event: changes.length > 0 ? { number: eventCount, changes } : undefined,
    messages,
    commands,
  };
  const append = appendChangeStatement(changeRecord, store.origin);
  const answers = await store.database.commitWith([customerUpdate({ ...customer, eventCount }), append], tx);
  return changeResult(changeRecord, answers.getRows(append));
}
