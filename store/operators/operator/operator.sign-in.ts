import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { TokenIdentity } from '../../../security/openid-connect';
import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { newId } from '../../id';
import { lookup, statement, type Database, type Transaction } from '../../postgres/database';
import { OPERATOR, type Operator } from './operator.table';

type SignedIn = Operator & { rolesAsOf: Date | null };

const SIGNED_IN = `${OPERATOR}, roles_as_of AS "rolesAsOf"`;

const FIND = lookup<SignedIn>(
  'operator-find-subject',
  `SELECT ${SIGNED_IN} FROM operators WHERE issuer = $1 AND subject = $2`,
);
const LOCK = statement<SignedIn>(
  'operator-lock-subject',
  `SELECT ${SIGNED_IN} FROM operators WHERE issuer = $1 AND subject = $2 FOR UPDATE`,
);

/** An operator with this e-mail who has not signed in yet becomes the one of the subject. */
const LINK = statement<SignedIn>(
  'operator-link-subject',
  `UPDATE operators SET issuer = $1, subject = $2 WHERE email = $3 AND issuer IS NULL AND is_active RETURNING ${SIGNED_IN}`,
);
const INSERT = statement<SignedIn>(
  'operator-insert-subject',
  `INSERT INTO operators (id, name, email, roles, issuer, subject, roles_as_of) VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT DO NOTHING RETURNING ${SIGNED_IN}`,
);
const SET_ROLES = statement<SignedIn>(
  'operator-set-provided-roles',
  `UPDATE operators SET roles = $2, roles_as_of = $3 WHERE id = $1 RETURNING ${SIGNED_IN}`,
);

/**
 * Finds the active operator of a token. The first token creates the operator, or links one with the same verified e-mail;
 * a newer token replaces the roles. An older token never restores a role: it has at most the roles on record.
 */
export async function signIn(
  database: Database,
  given: TokenIdentity,
  origin: (operatorID: string) => Origin,
): Promise<Operator | undefined> {
  const [known] = await database.run(FIND, [given.issuer, given.subject]);
  const operator = known && !isOutdated(known, given) ? known : await update(database, given, origin);
  if (!operator?.isActive) return undefined;
  return { ...operator, roles: operator.roles.filter((role) => given.roles.includes(role)) };
}

/** Each newer token moves the time on, so that no token issued before it restores a role. */
function isOutdated({ rolesAsOf, isActive }: SignedIn, given: TokenIdentity): boolean {
  return isActive && (rolesAsOf?.getTime() ?? 0) < given.issuedAt.getTime();
}

async function update(
  database: Database,
  given: TokenIdentity,
  origin: (operatorID: string) => Origin,
): Promise<Operator | undefined> {
  return database.transaction(async (tx) => {
    const [locked] = await database.run(LOCK, [given.issuer, given.subject], tx);
    const operator = locked ?? (await createOrLink(database, given, origin, tx));
    if (!operator || !isOutdated(operator, given)) return operator;
    const [stored] = await database.run(SET_ROLES, [operator.id, given.roles, given.issuedAt], tx);
    if (operator.roles.join() === given.roles.join()) return stored;
    const [before, after] = [{ roles: operator.roles }, { roles: given.roles, groupsOf: rfc3339Text(given.issuedAt) }];
    await auditWithin(database, origin(operator.id), [{ type: 'operator', id: operator.id, before, after }], tx);
    return stored;
  });
}

async function createOrLink(
  database: Database,
  { issuer, subject, email, name, roles, issuedAt }: TokenIdentity,
  origin: (operatorID: string) => Origin,
  tx: Transaction,
): Promise<SignedIn | undefined> {
  if (email === undefined || roles.length === 0) return undefined;
  const [linked] = await database.run(LINK, [issuer, subject, email], tx);
  const values = [newId(), name ?? email, email, roles, issuer, subject, issuedAt];
  const [operator] = linked ? [linked] : await database.run(INSERT, values, tx);
  // A concurrent request of the same person has created it.
  if (!operator) return (await database.run(FIND, [issuer, subject], tx))[0];
  const after = linked ? { issuer } : { issuer, roles };
  await auditWithin(database, origin(operator.id), [{ type: 'operator', id: operator.id, after }], tx);
  return operator;
}
