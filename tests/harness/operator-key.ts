import type { Role } from '../../domain/operators/operator/roles';
import { Database } from '../../store/postgres/database';
import { anOperator } from './factories/operator';

/** The key of a new operator of a running platform, by default with all roles. */
export async function anOperatorKey(
  databaseUrl: string,
  operator: { name: string; roles?: readonly Role[] },
): Promise<{ operatorID: string; secret: string }> {
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  try {
    const { operatorID, secret } = await anOperator(database, operator);
    return { operatorID, secret };
  } finally {
    await database.close();
  }
}
