import { Refusal } from '../../../domain/platform/errors/refusal';
import { ROLES, type Role } from '../../../domain/operators/operator/roles';
import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { newId } from '../../id';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { OPERATOR, type Operator } from './operator.table';

export interface NewOperator {
  /** Default: a new id. */
  id?: string;
  name: string;
  email: string;
  roles: readonly Role[];
  /** Whether the roles may approve at once: at the installation. */
  isTrusted?: boolean;
}

const INSERT = statement<Operator>(
  'operator-insert',
  `INSERT INTO operators (id, name, email, roles, roles_granted_at)
   VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN '-infinity' ELSE now() END)
   ON CONFLICT (email) DO NOTHING RETURNING ${OPERATOR}`,
);

const FIND = statement<Operator>('operator-find-email', `SELECT ${OPERATOR} FROM operators WHERE email = $1`);

/** Creates an operator; a repetition changes nothing. @throws Refusal if another operator has the e-mail */
export async function createOperator(database: Database, given: NewOperator, origin?: Origin): Promise<Operator> {
  const operator = await findOrCreateOperator(database, given, origin);
  const roles = ROLES.filter((role) => given.roles.includes(role));
  const isSame =
    operator.name === given.name && ROLES.filter((role) => operator.roles.includes(role)).join() === roles.join();
  if (!isSame)
    throw new Refusal('operationNotPermitted', `email: the operator ${operator.id} has it`, { place: 'email' });
  return operator;
}

/** Creates an operator, or returns the existing one with the same e-mail. */
export async function findOrCreateOperator(
  database: Database,
  { id = newId(), name, email, roles, isTrusted = false }: NewOperator,
  origin?: Origin,
  given?: Transaction,
): Promise<Operator> {
  const create = async (tx: Transaction): Promise<Operator> => {
    const address = email.toLowerCase();
    const [created] = await database.run(INSERT, [id, name, address, roles, isTrusted], tx);
    if (created) await auditWithin(database, origin, [{ type: 'operator', id, after: { roles } }], tx);
    const [operator] = created ? [created] : await database.run(FIND, [address], tx);
    if (!operator) throw new Error('the operator was not stored');
    return operator;
  };
  return given ? create(given) : database.transaction(create);
}
