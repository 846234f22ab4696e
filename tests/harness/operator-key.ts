import type { Role } from '../../domain/operators/operator/roles';
import { anOperator } from './factories/operator';
import { withPool } from './with-store';

/** The key of a new operator of a running platform, by default with all roles. */
export async function anOperatorKey(
  databaseUrl: string,
  operator: { name: string; roles?: readonly Role[] },
): Promise<{ operatorID: string; secret: string }> {
  const { operatorID, secret } = await withPool(databaseUrl, (database) => anOperator(database, operator));
  return { operatorID, secret };
}
