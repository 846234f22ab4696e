import { Refusal } from '../../../domain/platform/errors/refusal';
import type { Origin } from '../../platform/audit/origin';
import { createOperatorKey, type IssuedOperatorKey } from '../operator-key/operator-key.create';
import { statement, type Database } from '../../postgres/database';
import { findOrCreateOperator } from './operator.create';
import { MIN_ADMINISTRATORS } from './operator.transitions';

/** The name of the keys of the first two administrators. */
const INSTALLATION_KEY = 'installation';

const LOCK = statement(
  'operator-install-lock',
  `SELECT pg_advisory_xact_lock(hashtextextended('operators/installation', 0))::text`,
);
/** An operator with a valid key, or whom the OpenID Connect provider names, can sign in. */
const COUNT = statement<{ count: number; signingIn: number }>(
  'operator-install-count',
  `SELECT count(*)::int AS count, count(*) FILTER (WHERE o.is_active AND (o.issuer IS NOT NULL OR EXISTS (
     SELECT FROM operator_keys k WHERE k.operator_id = o.id AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > now()) AND (k.roles IS NULL OR 'administrator' = ANY (k.roles))
   )))::int AS "signingIn" FROM operators o WHERE 'administrator' = ANY (o.roles)`,
);

const COUNT_INSTALLED = statement<{ count: number }>(
  'operator-count-installed',
  `SELECT count(*)::int AS count FROM operator_keys WHERE name = '${INSTALLATION_KEY}' AND granted_at = '-infinity'`,
);

/** Keys of all roles are made on the database for the demonstration only. @throws Refusal operationNotPermitted */
export async function assertNotInstalled(database: Database): Promise<void> {
  const [found] = await database.run(COUNT_INSTALLED, []);
  if (!found || found.count === 0) return;
  throw new Refusal('operationNotPermitted', 'the installation has administrators of its own: it is no demonstration');
}

export interface InstalledAdministrator {
  name: string;
  email: string;
  expiresAt: Date;
}

/**
 * Creates an administrator with a key while fewer than two can sign in: the first two of the installation, who approve at
 * once, and later one that replaces an administrator without a valid key. @throws Refusal operationNotPermitted
 */
export async function installAdministrator(
  database: Database,
  { name, email, expiresAt }: InstalledAdministrator,
  origin: Origin,
): Promise<IssuedOperatorKey> {
  return database.transaction(async (tx) => {
    await database.run(LOCK, [], tx);
    const [found] = await database.run(COUNT, [], tx);
    const { count, signingIn } = found ?? { count: 0, signingIn: 0 };
    if (signingIn >= MIN_ADMINISTRATORS)
      throw new Refusal('operationNotPermitted', 'two administrators can sign in: they create operators by commands');
    const isTrusted = count < MIN_ADMINISTRATORS;
    const roles = ['administrator'] as const;
    const operator = await findOrCreateOperator(database, { name, email, roles, isTrusted }, origin, tx);
    if (!operator.isActive || !operator.roles.includes('administrator'))
      throw new Refusal('operationNotPermitted', 'email: it is that of an operator who is no active administrator');
    const key = { name: isTrusted ? INSTALLATION_KEY : 'recovery', operatorID: operator.id, expiresAt, isTrusted };
    return createOperatorKey(database, key, origin, tx);
  });
}
