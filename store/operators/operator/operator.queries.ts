import { statement, type Database } from '../../postgres/database';
import { getByID } from '../../postgres/readers';
import { OPERATOR, type Operator } from './operator.table';

const FIND = statement<Operator>('operator-find', `SELECT ${OPERATOR} FROM operators WHERE id = $1`);

/** @throws Refusal notFound */
export const getOperator = getByID(FIND, 'Operator');

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
