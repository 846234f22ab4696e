import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import type { RequestRates } from '../../api/http/request-limits';
import type * as ApiServer from '../../api/server';
import { listen } from '../../runtime/listen';
import { createLogger, type Logger } from '../../runtime/logger';
import { createAccessToken, type AccessTokenScope } from '../../security/access-tokens';
import { createConnectorAccount } from '../../operators/connector-accounts/connector-accounts';
import { keepSandboxAccount } from '../../operators/connector-accounts/sandbox-account';
import { createApiKey } from '../../store/merchants/api-key/api-key.create';
import { TemporalGateway } from '../../operators/temporal-gateway';
import { DEMO } from '../../store/operators/demo/demo';
import { KEY_SCOPES } from '../../domain/merchants/api-key/scopes';
import type { CardCountries } from '../../domain/payments/inspection/card-countries';
import type { ShopTerms } from '../../domain/merchants/shop/shop-terms';
import { DiskStorage } from '../../files/disk-storage';
import type { AdmissionLimits } from '../../store/platform/outbox/admission';
import { readKeyRing } from '../../security/key-ring';
import { openStore, type Store } from '../../store/store';
import { freshDatabase } from './database';
import { httpClient, type HttpClient } from './http-client';
import { seedReferenceData } from './reference-data';
import { runFolder, service } from './services';
import { lazyVault } from './vault';
import { stopServer } from './local-server';

/** A party with one shop and its merchant's client. */
export type Tenant = { partyID: string; shopID: string; apiKey: string; merchant: HttpClient };

export type TestApi = Awaited<ReturnType<typeof startApi>>;

type Given = {
  trustedProxies?: readonly string[];
  limits?: AdmissionLimits;
  logger?: Logger;
  rates?: RequestRates;
  registry?: Registry;
  allowedNetworks?: string[];
  openId?: ApiServer.ApiOptions['openId'];
  cards?: CardCountries;
};

/** Starts the API with its own port and database, without a worker. Tests of the whole platform use `startPlatform`. */
export async function startApi(given: Given = {}) {
  const databaseUrl = await freshDatabase();
  const served = await serveApi(databaseUrl, given);
  const { url, store, signingKeys } = served;
  await seedAccounts(store);
  await seedReferenceData(store.database);
  await addForeign(store);
  return {
    ...served,
    databaseUrl,
    /** The demonstration party. */
    own: await tenant(store, url, { partyID: DEMO.partyID, shopID: DEMO.shopID }),
    /** Another party. */
    foreign: await tenant(store, url, FOREIGN),
    /** Creates an access token; with `now` in the past, an expired one. */
    token: (scope: AccessTokenScope, now?: Date) => createAccessToken(scope, signingKeys, now),
    /** Replaces the terms of a shop. */
    setTerms: async (shopID: string, terms: ShopTerms) => {
      const text = 'UPDATE shops SET terms = $2 WHERE id = $1';
      await store.database.run({ name: 'test-set-terms', text }, [shopID, JSON.stringify(terms)]);
    },
  };
}

/** Signs callbacks of the sandbox. */
export const CALLBACK_SECRET = 'a-secret-of-the-sandbox';

async function seedAccounts(store: Store): Promise<void> {
  await keepSandboxAccount(store, { SANDBOX_SECRET: CALLBACK_SECRET, SANDBOX_URL: 'http://127.0.0.1:9' });
  const credentials = { apiKey: 'key', merchantAccount: 'HoldfastTEST', hmacKey: 'ab'.repeat(32) };
  await createConnectorAccount(store, {
    ...{ id: 'adyen', connector: 'adyen', name: 'Adyen', credentials, reason: 'test' },
  });
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** Starts the API on a database, which may be unreachable. */
export async function serveApi(databaseUrl: string, { limits, allowedNetworks = LOOPBACK, ...given }: Given = {}) {
  await service('build');
  // Imported late, because the build generates its routes.
  const { createApi } = (await import(join(__dirname, '../../api/server'))) as typeof ApiServer;
  /** Signs grants, quotes and access tokens. */
  const signingKeys = readKeyRing(randomBytes(32).toString('base64'));
  const secrets = {
    WEBHOOK_ALLOWED_NETWORKS: allowedNetworks,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const store = openStore({ ...secrets, ...limits }, 8, given.cards);
  const vault = lazyVault();
  const logger = given.logger ?? createLogger({ process: 'api', level: 'silent' });
  const files = new DiskStorage(runFolder('files'));
  const app = createApi({
    store,
    vault,
    tokenSigningKeys: signingKeys,
    apiUrl: 'http://api',
    checkoutUrl: 'http://checkout',
    registryDays: 30,
    approvalDelaySeconds: 86_400,
    examine: async function* () {
      yield { check: 'API', status: 'ok' as const, fact: { kind: 'apiReady', address: '' } as const };
    },
    keys: { isProduction: true, weak: [] },
    files,
    engine: absentEngine(),
    logger,
    ...given,
  });
  const server = createServer(app);
  const url = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  const stop = async () => {
    await stopServer(server);
    await vault.stop();
    await store.database.close();
  };
  return { url, store, vault, signingKeys, stop };
}

const FOREIGN = { partyID: 'foreign-party', shopID: 'foreign-shop' };

async function addForeign({ database }: Store): Promise<void> {
  await database.run({ name: 'test-foreign-party', text: 'INSERT INTO parties (id) VALUES ($1)' }, [FOREIGN.partyID]);
  const text = `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
    VALUES ($1, $2, 'RUB', 1, 'foreign-contract', 'https://foreign.example', 'Чужой магазин',
      '{"routes": [{"connector": "sandbox"}]}')`;
  await database.run({ name: 'test-foreign-shop', text }, [FOREIGN.shopID, FOREIGN.partyID]);
}

async function tenant(store: Store, url: string, named: { partyID: string; shopID: string }): Promise<Tenant> {
  const { secret: apiKey } = await createApiKey(store.database, {
    ...{ partyID: named.partyID, name: 'test', scopes: KEY_SCOPES },
  });
  return { ...named, apiKey, merchant: httpClient({ baseUrl: url, token: apiKey }) };
}

/** A Temporal address that refuses connections. */
function absentEngine(): TemporalGateway {
  const address = { TEMPORAL_ADDRESS: '127.0.0.1:1', TEMPORAL_NAMESPACE: 'default', TEMPORAL_TLS: false };
  return new TemporalGateway({ ...address, TEMPORAL_UI_PORT: 8233, TEMPORAL_PAYLOAD_WRITE: true });
}
