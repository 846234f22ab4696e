import { ROLES, type Role } from '../../../domain/operator/roles';
import { findOrCreateOperator } from '../../../store/operator/operator.create';
import { createOperatorKey } from '../../../store/operator-key/operator-key.create';
import type { Database } from '../../../store/postgres/database';

/** Creates an operator, by default with all roles, and a key. */
export async function anOperator(
  database: Database,
  { name, roles = ROLES }: { name: string; roles?: readonly Role[] },
): Promise<{ id: string; operatorID: string; secret: string }> {
  const operator = await findOrCreateOperator(database, { name, email: `${name}@provider.example`, roles });
  return { ...(await createOperatorKey(database, { name, operatorID: operator.id })), operatorID: operator.id };
}
