import { requireRow } from '../../postgres/require-row';
import { statement, type Database } from '../../postgres/database';
import { OPERATOR, type Operator } from './operator.table';

const FIND = statement<Operator>('operator-find', `SELECT ${OPERATOR} FROM operators WHERE id = $1`);

/** @throws Refusal notFound */
export async function getOperator(database: Database, id: string): Promise<Operator> {
  return requireRow(await database.run(FIND, [id]), 'Operator');
}

const LIST = statement<Operator>(
  'operator-list',
  `SELECT ${OPERATOR} FROM operators WHERE id > $1 ORDER BY id LIMIT $2`,
);

/** Lists a page of operators by id. */
export async function listOperators(
  database: Database,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<Operator[]> {
  return database.run(LIST, [after, limit]);
}
