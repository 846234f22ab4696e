import type { Binding } from '../../../domain/payments/binding/binding';
import { assignments, columnsOf, insertText, selectList, toValues, words } from '../../postgres/columns';
import { findBy } from '../../postgres/readers';
import { statement, type Database, type Transaction } from '../../postgres/database';

export const BINDING_COLUMNS = columnsOf<Binding>()([
  'customerID id partyID shopID connector externalID createdAt deadline clientInfo toolDetails',
  'encryptedPaymentTool encryptedRecurrentToken schemeTransactionID status statusChangedAt interaction failure',
]);

const CHANGING = words(
  'encryptedPaymentTool encryptedRecurrentToken schemeTransactionID status statusChangedAt interaction failure',
);

const INSERT = statement(
  'binding-insert',
  insertText('customer_bindings', BINDING_COLUMNS, ['parameters_hash', 'external_id_scope']),
);

export async function insertBinding(
  database: Database,
  binding: Binding,
  { hash, externalIDScope }: { hash: Buffer | null; externalIDScope: string },
  tx: Transaction,
): Promise<void> {
  await database.run(INSERT, [...toValues(binding, BINDING_COLUMNS), hash, externalIDScope], tx);
}

const UPDATE = statement(
  'binding-update',
  `UPDATE customer_bindings SET ${assignments(BINDING_COLUMNS, CHANGING, 3)} WHERE customer_id = $1 AND id = $2`,
);

/** Requires the lock of its customer's row. */
export async function saveBinding(database: Database, binding: Binding, tx: Transaction): Promise<void> {
  const values = toValues(binding, BINDING_COLUMNS, CHANGING);
  await database.run(UPDATE, [binding.customerID, binding.id, ...values], tx);
}

const READ = statement<Binding>(
  'binding-read',
  `SELECT ${selectList(BINDING_COLUMNS, 'b')} FROM customer_bindings b WHERE customer_id = $1 AND id = $2`,
);

/** Reads a binding of any party: not for callers. */
export const readBinding = findBy(READ, 'customerID', 'bindingID');
