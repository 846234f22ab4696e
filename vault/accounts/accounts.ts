import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { CardRequestRule, CardRules } from '../../connectors/card-rules';
import { findKind } from '../../connectors/kinds';
import type { AccountRegistration } from '../client/vault.types';
import { AUDIT_COLUMNS } from '../cards/audit-entry';
import type { AcquirerRequest } from '../forward/acquirers';
import type { ForwardBody } from '../forward/placeholders';

/** The request is not one of its account: another address, path or merchant, or other credentials. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}

/** A request whose body is not parsed yet. */
type Addressed = Pick<AcquirerRequest, 'method' | 'url' | 'headers'>;

/** What an account allows a request to hold. */
export interface AllowedRequest {
  rule: CardRequestRule;
  /** The headers that the acquirer gets. */
  headers: Record<string, string>;
  /** The value of the header with the credentials. */
  credential: string;
  /** @throws AccountRefused */
  assertBody: (body: ForwardBody) => void;
}

interface Known {
  registrations: readonly AccountRegistration[];
  readAtMs: number;
}

/** A change of an account is in effect in other processes of the vault after this time; one that adds, at once. */
const MAX_AGE_MS = 5_000;

/** The values before a change stay valid for an hour: workers and requests in flight still have them. */
const REGISTER = `WITH changed AS (
     INSERT INTO accounts AS a (id, registration) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET registration = EXCLUDED.registration, previous = a.registration,
       previous_until = now() + interval '1 hour'
     WHERE a.registration <> EXCLUDED.registration RETURNING id
   )
   INSERT INTO audit_log ${AUDIT_COLUMNS} SELECT $3, 'registerAccount', NULL, NULL, NULL, id, NULL, 'done' FROM changed`;

const REMOVE = `WITH removed AS (DELETE FROM accounts WHERE id = $1 RETURNING id)
   INSERT INTO audit_log ${AUDIT_COLUMNS} SELECT $2, 'removeAccount', NULL, NULL, NULL, id, NULL, 'done' FROM removed`;

const FIND = `SELECT registration, CASE WHEN previous_until > now() THEN previous END AS previous FROM accounts WHERE id = $1`;

/** The accounts with acquirers that cards may be sent to. */
export class RegisteredAccounts {
  private readonly known = new Map<string, Known>();

  constructor(private readonly pool: Pool) {}

  async register(id: string, registration: AccountRegistration, caller: string): Promise<void> {
    await this.pool.query({ name: 'account-register', text: REGISTER, values: [id, registration, caller] });
    this.known.delete(id);
  }

  async remove(id: string, caller: string): Promise<void> {
    await this.pool.query({ name: 'account-remove', text: REMOVE, values: [id, caller] });
    this.known.delete(id);
  }

  /** @throws AccountRefused */
  async allow(id: string, request: Addressed): Promise<AllowedRequest> {
    const known = this.known.get(id);
    const isRecent = known !== undefined && performance.now() - known.readAtMs < MAX_AGE_MS;
    // What a known registration refuses, one that was added a moment ago may allow.
    const found = (isRecent && findAllowed(known.registrations, request)) || findAllowed(await this.read(id), request);
    if (found) return found;
    throw new AccountRefused('the account is unknown, or has not this address or these credentials');
  }

  private async read(id: string): Promise<readonly AccountRegistration[]> {
    const { rows } = await this.pool.query<{ registration: AccountRegistration; previous: AccountRegistration | null }>(
      { name: 'account-find', text: FIND, values: [id] },
    );
    const registrations = rows.flatMap(({ registration, previous }) => [registration, ...(previous ? [previous] : [])]);
    if (registrations.length === 0) this.known.delete(id);
    else this.known.set(id, { registrations, readAtMs: performance.now() });
    return registrations;
  }
}

function findAllowed(registrations: readonly AccountRegistration[], request: Addressed): AllowedRequest | undefined {
  for (const registration of registrations) {
    const rules = findKind(registration.connector)?.cards;
    const rule = rules && findRule(rules, registration, request);
    if (!rule) continue;
    const headers = keepHeaders(request.headers, rules);
    const credential = request.headers[rules.credentialHeader] ?? '';
    return { rule, headers, credential, assertBody: (body) => assertFixed(body, registration) };
  }
  return undefined;
}

function findRule(
  { credentialHeader, requests }: CardRules,
  { urls, credentials }: AccountRegistration,
  { method, url, headers }: Addressed,
): CardRequestRule | undefined {
  const credential = headers[credentialHeader];
  if (credential === undefined || !credentials.includes(digest(credential)) || url.search !== '') return undefined;
  return requests.find(
    (rule) => rule.method === method && urls.some((base) => url.origin + url.pathname === join(base, rule.path)),
  );
}

/** The digest of a header's value, which the vault keeps in its place. */
export function digest(credential: string): string {
  return createHash('sha256').update(credential).digest('hex');
}

function join(base: string, path: string): string {
  const { origin, pathname } = new URL(base);
  return origin + pathname.replace(/\/$/, '') + path;
}

/** A header that the connector does not need could name another account. */
export function keepHeaders(headers: Record<string, string>, rules: CardRules) {
  const names = new Set(['content-type', ...rules.headers]);
  if (!rules.isCredentialKept) names.add(rules.credentialHeader);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name)));
}

function assertFixed(body: ForwardBody, { fixed }: AccountRegistration): void {
  const wrong = Object.entries(fixed).find(([path, value]) => body.read(path) !== value);
  if (wrong) throw new AccountRefused(`the account has another ${wrong[0]}`);
}
