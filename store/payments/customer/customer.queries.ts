import { notFound } from '../../../domain/platform/errors/refusal';
import type { Binding, BindingRef } from '../../../domain/payments/binding/binding';
import type { Customer } from '../../../domain/payments/customer/customer';
import { selectList } from '../../postgres/columns';
import { findBy, getBy, getByID, listByID } from '../../postgres/readers';
import { lookup, statement, type Database } from '../../postgres/database';
import { BINDING_COLUMNS, readBinding } from '../binding/binding.table';
import { CUSTOMER_COLUMNS } from './customer.table';

export interface CustomerRef {
  customerID: string;
  partyID: string;
}

const FIND = lookup<Customer>(
  'customer-find',
  `SELECT ${selectList(CUSTOMER_COLUMNS, 'c')} FROM customers c
   WHERE id = $1 AND party_id = $2 AND deleted_at IS NULL`,
);

/** A party's own customer; undefined if foreign or deleted. */
export const findCustomer = findBy(FIND, 'customerID', 'partyID');

/** A party's own customer. @throws Refusal notFound */
export const getCustomer = getBy(FIND, 'Customer', 'customerID', 'partyID');

const FIND_ANY = lookup<Customer>(
  'customer-find-any',
  `SELECT ${selectList(CUSTOMER_COLUMNS, 'c')} FROM customers c WHERE id = $1`,
);

/** A customer of any party, deleted ones too: not for callers. @throws Refusal notFound */
export const findAnyCustomer = getByID(FIND_ANY, 'Customer');

/** A binding of a party's own customer. @throws Refusal notFound */
export async function getBinding(database: Database, ref: CustomerRef & BindingRef): Promise<Binding> {
  await getCustomer(database, ref);
  const binding = await readBinding(database, ref);
  if (!binding) throw notFound('Customer binding');
  return binding;
}

const LIST_BINDINGS = statement<Binding>(
  'binding-list',
  `SELECT ${selectList(BINDING_COLUMNS, 'b')} FROM customer_bindings b WHERE customer_id = $1 ORDER BY created_at, id`,
);

/** A customer's bindings, oldest first. @throws Refusal notFound */
export async function listBindings(database: Database, ref: CustomerRef): Promise<Binding[]> {
  await getCustomer(database, ref);
  return listAnyBindings(database, ref.customerID);
}

/** The bindings of a customer of any party, oldest first: not for callers. */
export const listAnyBindings = listByID(LIST_BINDINGS);
