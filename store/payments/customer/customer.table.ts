import type { Customer } from '../../../domain/payments/customer/customer';
import { assignments, columnsOf, insertText, selectList, toValues } from '../../postgres/columns';
import { statement, type BoundStatement } from '../../postgres/database';
import { lockByID } from '../../postgres/readers';

export const CUSTOMER_COLUMNS = columnsOf<Customer>()([
  'id partyID shopID externalID createdAt contactInfo metadata status statusChangedAt activeBindingID',
  'eventCount deletedAt',
]);

const CHANGING = ['status', 'statusChangedAt', 'activeBindingID', 'eventCount', 'deletedAt'] as const;

const INSERT = statement('customer-insert', insertText('customers', CUSTOMER_COLUMNS, ['parameters_hash']));

export function customerInsert(customer: Customer, hash: Buffer | null): BoundStatement {
  return { ...INSERT, values: [...toValues(customer, CUSTOMER_COLUMNS), hash] };
}

const UPDATE = statement(
  'customer-update',
  `UPDATE customers SET ${assignments(CUSTOMER_COLUMNS, CHANGING, 2)} WHERE id = $1`,
);

/** Requires the lock of its row. */
export function customerUpdate(customer: Customer): BoundStatement {
  return { ...UPDATE, values: [customer.id, ...toValues(customer, CUSTOMER_COLUMNS, CHANGING)] };
}

const LOCK = statement<Customer>(
  'customer-lock',
  `SELECT ${selectList(CUSTOMER_COLUMNS, 'c')} FROM customers c WHERE id = $1 FOR UPDATE`,
);

/** Serialises all changes of a customer and its bindings. */
export const lockCustomer = lockByID(LOCK);
