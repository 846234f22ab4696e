import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { ROLES, type Role } from '../../../domain/operators/operator/roles';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { OPERATOR, type Operator } from './operator.table';

/** Locks every active administrator too, so that concurrent changes leave two. */
const LOCK = statement<Operator>(
  'operator-lock',
  `SELECT ${OPERATOR} FROM operators WHERE id = $1 OR (is_active AND 'administrator' = ANY (roles)) ORDER BY id FOR UPDATE`,
);

const SET = statement<Operator>(
  'operator-set',
  `UPDATE operators SET roles = $2, is_active = $3 WHERE id = $1 RETURNING ${OPERATOR}`,
);

/** One requests what another approves. */
export const MIN_ADMINISTRATORS = 2;

interface OperatorChange {
  id: string;
  reason: string;
}

/** Replaces the roles of an operator; the next request of the operator has them. @throws Refusal notFound, operationNotPermitted */
export async function setOperatorRoles(
  store: Store,
  { id, roles, reason }: OperatorChange & { roles: readonly Role[] },
): Promise<Operator> {
  const ordered = ROLES.filter((role) => roles.includes(role));
  return change(store, { id, reason }, (operator) => {
    if (operator.issuer !== null && ordered.join() !== operator.roles.join()) {
      throw new Refusal(
        'operationNotPermitted',
        'the roles of this operator are groups of the OpenID Connect provider',
      );
    }
    return { roles: ordered };
  });
}

/** Ends or restores the access of an operator with all keys and tokens. @throws Refusal notFound, operationNotPermitted */
export async function setOperatorActive(
  store: Store,
  { id, isActive, reason }: OperatorChange & { isActive: boolean },
): Promise<Operator> {
  return change(store, { id, reason }, () => ({ isActive }));
}

async function change(
  { database, origin }: Store,
  { id, reason }: OperatorChange,
  decide: (operator: Operator) => Partial<Pick<Operator, 'roles' | 'isActive'>>,
): Promise<Operator> {
  return database.transaction(async (tx: Transaction) => {
    const locked = await database.run(LOCK, [id], tx);
    const operator = locked.find((each) => each.id === id);
    if (!operator) throw notFound('Operator');
    const after = decide(operator);
    const changed = { ...operator, ...after };
    if (changed.isActive === operator.isActive && changed.roles.join() === operator.roles.join()) return operator;
    const isLeaving = isAdministrator(operator) && !isAdministrator(changed);
    if (isLeaving && locked.filter((each) => each.id !== id && isAdministrator(each)).length < MIN_ADMINISTRATORS) {
      throw new Refusal(
        'operationNotPermitted',
        `fewer than ${MIN_ADMINISTRATORS} active administrators would be left`,
      );
    }
    const [stored] = await database.run(SET, [id, changed.roles, changed.isActive], tx);
    await auditWithin(database, origin, [{ type: 'operator', id, reason, after }], tx);
    return stored ?? changed;
  });
}

function isAdministrator({ isActive, roles }: Operator): boolean {
  return isActive && roles.includes('administrator');
}
