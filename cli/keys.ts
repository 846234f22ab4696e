import { Option, type Command } from 'commander';
import { KEY_SCOPES, isKeyScope, type KeyScope } from '../domain/api-key/scopes';
import { createApiKey, rotateApiKey } from '../store/api-key/api-key.create';
import { listApiKeys } from '../store/api-key/api-key.queries';
import { revokeApiKey } from '../store/api-key/api-key.transitions';
import { findParty } from '../store/shop/shop.queries';
import { parseFutureTime, parseDuration } from './parse-options';
import { print, withStore, withStoreAs } from './with-store';

/** Adds `keys`, with the alias `key`. */
export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').alias('key').description('API keys: create, list, rotate, revoke');
  addCreate(keys);
  addRotate(keys);
  keys
    .command('list')
    .description('list a party’s keys with scopes, expiry and last use')
    .requiredOption('--party <id>', 'the party')
    .action(({ party }: { party: string }) =>
      withStore(async ({ database }) => (await listApiKeys(database, party)).forEach(print)),
    );
  keys
    .command('revoke')
    .description('revoke a key permanently; effective within five seconds')
    .argument('<id>', "the key's id")
    .action((id: string) =>
      withStoreAs('keys revoke', async ({ database, origin }) => {
        const key = await revokeApiKey(database, id, origin);
        if (!key) throw new Error(`there is no key ${id}`);
        print({ ...key, isChanged: origin.isNoted });
      }),
    );
}

const expiryOption = (): Option =>
  new Option('--expires <when>', 'a duration such as 90d, or an RFC 3339 time; default: never');

interface CreateOptions {
  party: string;
  name: string;
  scope?: string;
  expires?: string;
}

function addCreate(keys: Command): void {
  keys
    .command('create')
    .description('create a key; it is shown once')
    .requiredOption('--party <id>', 'the party that the key acts for')
    .option('--name <name>', 'a name for the key', 'unnamed')
    .option('--scope <scopes>', `its permissions, separated by commas: ${KEY_SCOPES.join(', ')}; default: all`)
    .addOption(expiryOption())
    .action(({ party, name, scope, expires }: CreateOptions) => {
      const scopes = scope === undefined ? undefined : parseScopes(scope);
      const expiresAt = expires === undefined ? undefined : parseFutureTime(expires, '--expires');
      return withStoreAs('keys create', async ({ database, origin }) => {
        if (!(await findParty(database, party))) throw new Error(`there is no party ${party}`);
        const made = await createApiKey(database, { partyID: party, name, scopes, expiresAt }, origin);
        print({
          id: made.id,
          partyID: party,
          name,
          scopes: made.scopes,
          expiresAt: made.expiresAt,
          apiKey: made.secret,
        });
      });
    });
}

function addRotate(keys: Command): void {
  keys
    .command('rotate')
    .description('create a key with the scopes of another, which stays valid during an overlap')
    .argument('<id>', 'the id of the key to replace')
    .option('--overlap <duration>', 'how long both are valid', '7d')
    .addOption(expiryOption())
    .action((id: string, { overlap, expires }: { overlap: string; expires?: string }) => {
      const overlapSeconds = parseDuration(overlap, '--overlap');
      const expiresAt = expires === undefined ? undefined : parseFutureTime(expires, '--expires');
      return withStoreAs('keys rotate', async ({ database, origin }) => {
        const rotated = await rotateApiKey(database, { id, overlapSeconds, expiresAt }, origin);
        if (!rotated) throw new Error(`there is no key ${id} that is still valid`);
        const { old, created } = rotated;
        const { id: newID, partyID, name, scopes, secret } = created;
        print({ id: newID, partyID, name, scopes, expiresAt: created.expiresAt, apiKey: secret });
        print({ id: old.id, expiresAt: old.expiresAt });
      });
    });
}

function parseScopes(text: string): KeyScope[] {
  const named = [...new Set(text.split(',').map((part) => part.trim()))];
  const wrong = named.filter((part) => !isKeyScope(part));
  if (wrong.length > 0)
    throw new Error(`--scope: there is no scope ${wrong.join(', ')}; scopes are ${KEY_SCOPES.join(', ')}`);
  return named.filter(isKeyScope);
}
