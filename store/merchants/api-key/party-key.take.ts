import { PARTY_KEY_COMMANDS } from '../../../domain/merchants/api-key/party-key-commands';
import { notFound, Refusal } from '../../../domain/platform/errors/refusal';
import { readCommand } from '../../../domain/operators/operator-command/command-fields';
import { parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';
import { insertApiKey, replaceApiKey, type KeyChange, type RotatedKeys } from './api-key.create';
import { lockParties } from './test-keys';

/** How long the requester has to take the key. */
const LIFETIME = '3 days';

const LOCK = statement<{ type: string; parameters: object; requestedBy: string; isOpen: boolean }>(
  'party-key-lock-command',
  `SELECT c.type, c.parameters, c.requested_by AS "requestedBy",
     (c.state = 'Succeeded' AND c.finished_at > now() - interval '${LIFETIME}') IS TRUE AS "isOpen"
   FROM operator_commands c WHERE c.id = $1 AND c.type IN ('createPartyKey', 'rotatePartyKey') FOR UPDATE`,
);
/** A statement of its own, which a call that waited for the command's row begins after the delivery. */
const FIND_DELIVERY = statement<{ keyID: string }>(
  'party-key-find-delivery',
  'SELECT key_id AS "keyID" FROM party_key_deliveries WHERE command_id = $1',
);
const DELIVER = statement('party-key-deliver', 'INSERT INTO party_key_deliveries (command_id, key_id) VALUES ($1, $2)');

/** The new key, and that which it replaces. */
export type TakenKey = Omit<RotatedKeys, 'old'> & Partial<Pick<RotatedKeys, 'old'>>;

/**
 * Makes the key of an approved command and gives its secret to the operator who requested it, once.
 * @throws Refusal notFound, operationNotPermitted
 */
export async function takePartyKey(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { commandID, takerID }: { commandID: string; takerID: string },
): Promise<TakenKey> {
  return database.transaction(async (tx) => {
    const [command] = await database.run(LOCK, [commandID], tx);
    if (!command) throw notFound('Command');
    const refuse = (why: string) => new Refusal('operationNotPermitted', why);
    if (command.requestedBy !== takerID) throw refuse('the key is for the operator who requested it');
    if (!command.isOpen) throw refuse('the command is not approved, or was longer ago than three days');
    const [delivered] = await database.run(FIND_DELIVERY, [commandID], tx);
    if (delivered) throw refuse('the key was taken: revoke it if its secret is lost, and request another one');
    const change = { database, origin, tx };
    const taken = await makeKey(command, change);
    if (!taken) throw notFound('Valid key');
    await database.run(DELIVER, [commandID, taken.created.id], tx);
    return taken;
  });
}

async function makeKey(
  { type, parameters }: { type: string; parameters: object },
  change: KeyChange,
): Promise<TakenKey | undefined> {
  if (type === 'rotatePartyKey') {
    const { keyID, overlapSeconds, expiresAt } = readCommand(PARTY_KEY_COMMANDS.rotate, parameters);
    return replaceApiKey(change, { id: keyID, overlapSeconds, expiresAt: readTime(expiresAt) });
  }
  const { expiresAt, ...given } = readCommand(PARTY_KEY_COMMANDS.create, parameters);
  return { created: await insertApiKey(change, { ...given, expiresAt: readTime(expiresAt) }) };
}

function readTime(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : parseRfc3339(text);
}

const NEEDS_SECOND_PERSON = statement<{ needs: boolean }>(
  'party-key-needs-second-person',
  `SELECT EXISTS (SELECT FROM contracts c JOIN payment_institutions i ON i.id = c.payment_institution_id WHERE i.realm = 'live')
     OR EXISTS (SELECT FROM wallet_providers v WHERE v.realm = 'live'
       AND (v.terms -> 'routes' <> '[]' OR EXISTS (SELECT FROM identities d WHERE d.provider_id = v.id))) AS needs`,
);

/**
 * Makes a key for one operator alone. Under the lock of its party, so that the party's first live contract ends this key too
 * (`test-keys.ts`).
 * @returns undefined if keys take two operators: any party has a live contract, or a live wallet provider has a route or an identity
 */
export async function makeKeyAlone<Made>(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  partyID: string,
  make: (change: KeyChange) => Promise<Made>,
): Promise<{ made: Made } | undefined> {
  return database.transaction(async (tx) => {
    const change = { database, origin, tx };
    await lockParties(change, [partyID]);
    const [found] = await database.run(NEEDS_SECOND_PERSON, [], tx);
    return found?.needs === false ? { made: await make(change) } : undefined;
  });
}
