import { ROLES, type Role } from '../../../domain/operators/operator/roles';
import { findOrCreateOperator } from '../../../store/operators/operator/operator.create';
import { createOperatorKey } from '../../../store/operators/operator-key/operator-key.create';
import type { Database } from '../../../store/postgres/database';

/** Creates an operator, by default with all roles, and a key; both are as old as the installation unless `isNew`. */
export async function anOperator(
  database: Database,
  { name, roles = ROLES, isNew = false }: { name: string; roles?: readonly Role[]; isNew?: boolean },
): Promise<{ id: string; operatorID: string; secret: string }> {
  const person = { name, email: `${name}@provider.example`, roles, isTrusted: !isNew };
  const { id: operatorID } = await findOrCreateOperator(database, person);
  return createOperatorKey(database, { name, operatorID, isTrusted: !isNew });
}
