import type { Command } from 'commander';
import { createApiKey } from '../store/merchants/api-key/api-key.create';
import { KEY_SCOPES } from '../domain/merchants/api-key/scopes';
import { ROLES } from '../domain/operators/operator/roles';
import type { Origin } from '../store/platform/audit/origin';
import { SecondPersonRequired } from '../store/merchants/configuration/approved-change';
import type { Database } from '../store/postgres/database';
import { createOperatorKey } from '../store/operators/operator-key/operator-key.create';
import { findOrCreateOperator } from '../store/operators/operator/operator.create';
import { DEMO } from '../store/operators/demo/demo';
import { loadReferenceData } from '../store/merchants/reference-data/load';
import { keepSandboxAccount } from '../operators/connector-accounts/sandbox-account';
import { loadEnvironment } from '../runtime/environment';
import { defaultReferenceDataFile, readReferenceData } from '../operators/reference-data/reference-data-file';
import { setLimit } from '../store/operators/operator-command/operator-limits';
import { assertNotInstalled } from '../store/operators/operator/operator.install';
import type { Store } from '../store/store';
import { print, withStoreAs } from './with-store';

/** Of the demonstration: larger commands wait for a second person. */
const LIMITS = { commandLimitMinor: 1_000_000_000n, dailyLimitMinor: 100_000_000_000n } as const;

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('the demonstration party, shop and operators')
    .command('seed')
    .description('create them with a new API key, and demo-operator and demo-approver with new keys')
    .action(() =>
      withStoreAs('demo seed', async (store) => {
        const { database, origin } = store;
        await assertNotInstalled(database);
        await keepSandboxAccount(store, loadEnvironment());
        await seedReferenceData(database, origin);
        for (const currency of ['RUB', 'USD', 'EUR'])
          for (const role of ['support', 'finance'] as const)
            await setLimit({ database, origin }, { role, currency, ...LIMITS });
        const { secret } = await createApiKey(
          database,
          { partyID: DEMO.partyID, name: 'demo', scopes: KEY_SCOPES },
          origin,
        );
        const operatorKey = await aPerson('demo-operator', { database, origin });
        const approverKey = await aPerson('demo-approver', { database, origin });
        print({ ...DEMO, apiKey: secret, operatorKey, approverKey });
      }),
    );
}

/** A database that is in use keeps its routes and fees: a file that has others is loaded as an operator, with approval. */
async function seedReferenceData(database: Database, origin: Origin): Promise<void> {
  try {
    await loadReferenceData(database, readReferenceData(defaultReferenceDataFile()), origin);
  } catch (error) {
    if (!(error instanceof SecondPersonRequired)) throw error;
    process.stderr.write('the file of reference data differs from what is on record: holdfast reference load\n');
  }
}

/** Returns a new key of a person with all roles, who may approve at once. */
async function aPerson(id: string, { database, origin }: Pick<Store, 'database' | 'origin'>): Promise<string> {
  const person = { id, name: id, email: `${id}@localhost`, roles: ROLES, isTrusted: true };
  const { id: operatorID } = await findOrCreateOperator(database, person, origin);
  return (await createOperatorKey(database, { name: 'demo', operatorID, isTrusted: true }, origin)).secret;
}
