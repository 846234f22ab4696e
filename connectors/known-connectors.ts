import type { VatRate } from '../domain/invoice/vat';
import { LIVE_ADDRESS } from './adyen/adyen.kind';
import type { ConnectorAccount } from '../domain/connector-account/connector-account';

/** Variables of connectors; a connector without its variables is not registered. */
export interface ConnectorEnvironment {
  SANDBOX_URL: string;
  SANDBOX_SECRET?: string | undefined;
  SANDBOX_BACKUP_URL?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  YOOKASSA_SHOP_ID?: string | undefined;
  YOOKASSA_SECRET_KEY?: string | undefined;
  YOOKASSA_PAYOUT_GATEWAY_ID?: string | undefined;
  YOOKASSA_PAYOUT_SECRET_KEY?: string | undefined;
  YOOKASSA_RECEIPTS?: 'on' | 'off' | undefined;
  YOOKASSA_TAX_SYSTEM?: number | undefined;
  YOOKASSA_RECEIPT_VAT?: VatRate | 'none' | undefined;
  ADYEN_API_KEY?: string | undefined;
  ADYEN_MERCHANT_ACCOUNT?: string | undefined;
  ADYEN_HMAC_KEY?: string | undefined;
  ADYEN_CHECKOUT_URL?: string | undefined;
  ADYEN_TRANSFERS_URL?: string | undefined;
  ADYEN_TRANSFER_API_KEY?: string | undefined;
  ADYEN_BALANCE_ACCOUNT?: string | undefined;
}

interface KnownConnector {
  /** Variables that its registration requires. */
  variables: readonly (keyof ConnectorEnvironment)[];
  /** Whether it moves no real money, so that live realms must not use it. */
  isTestOnly(environment: Partial<ConnectorEnvironment>): boolean;
}

/** All connectors by the names used in routes. */
export const KNOWN_CONNECTORS = {
  sandbox: { variables: ['SANDBOX_SECRET'], isTestOnly: () => true },
  'sandbox-backup': { variables: ['SANDBOX_SECRET', 'SANDBOX_BACKUP_URL'], isTestOnly: () => true },
  stripe: {
    variables: ['STRIPE_SECRET_KEY'],
    isTestOnly: ({ STRIPE_SECRET_KEY: key }) => key !== undefined && /^[rs]k_test_/.test(key),
  },
  yookassa: {
    variables: ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'],
    isTestOnly: ({ YOOKASSA_SECRET_KEY: key }) => key !== undefined && key.startsWith('test_'),
  },
  adyen: {
    variables: ['ADYEN_API_KEY', 'ADYEN_MERCHANT_ACCOUNT', 'ADYEN_HMAC_KEY'],
    isTestOnly: ({ ADYEN_API_KEY: key, ADYEN_CHECKOUT_URL: url = '' }) => key !== undefined && !LIVE_ADDRESS.test(url),
  },
} as const satisfies Record<string, KnownConnector>;

type ConnectorName = keyof typeof KNOWN_CONNECTORS;

/** Lists a connector's missing variables. */
export function missingVariables(name: ConnectorName, environment: ConnectorEnvironment): string[] {
  return KNOWN_CONNECTORS[name].variables.filter((variable) => environment[variable] === undefined);
}

/** The accounts that the environment defines. */
export function listEnvironmentAccounts(environment: ConnectorEnvironment): RoutedAccount[] {
  const names = Object.keys(KNOWN_CONNECTORS) as ConnectorName[];
  return names
    .filter((name) => missingVariables(name, environment).length === 0)
    .map((id) => ({ id, realm: KNOWN_CONNECTORS[id].isTestOnly(environment) ? 'test' : 'live' }));
}

/** Lists unregistered test connectors. */
export function absentTestConnectors(environment: ConnectorEnvironment): string[] {
  const names = Object.keys(KNOWN_CONNECTORS) as ConnectorName[];
  return names.filter(
    (name) => KNOWN_CONNECTORS[name].isTestOnly(environment) && missingVariables(name, environment).length > 0,
  );
}

/** Why a route is invalid. */
export interface RouteProblem {
  kind: 'testConnector' | 'liveAccount' | 'notConfigured';
  message: string;
}

export type JudgeRoute = (connector: string, realm: 'test' | 'live') => RouteProblem | undefined;

/** What routes are checked against of an account of the database. */
export type RoutedAccount = Pick<ConnectorAccount, 'id' | 'realm'>;

/** Checks routes against the accounts that the database has at the moment. */
export type JudgeByAccounts = (accounts: readonly RoutedAccount[]) => JudgeRoute;

/** Checks routes against accounts and known connectors and, with an environment, configured ones. */
export function judgeRoutes(environment?: ConnectorEnvironment, accounts: readonly RoutedAccount[] = []): JudgeRoute {
  const stored = new Map(accounts.map((account) => [account.id, account.realm]));
  return (connector, realm) => {
    const ofAccount = stored.get(connector);
    if (ofAccount !== undefined) return judgeRealm({ id: connector, realm: ofAccount }, realm);
    if (!Object.hasOwn(KNOWN_CONNECTORS, connector)) {
      return { kind: 'notConfigured', message: `there is no connector account ${connector}` };
    }
    const name = connector as ConnectorName;
    if (realm === 'live' && KNOWN_CONNECTORS[name].isTestOnly(environment ?? {})) {
      return { kind: 'testConnector', message: `${name} is a test connector, and the realm is live` };
    }
    const missing = environment ? missingVariables(name, environment) : [];
    const isLive = environment !== undefined && !KNOWN_CONNECTORS[name].isTestOnly(environment);
    if (missing.length === 0) return isLive ? judgeRealm({ id: name, realm: 'live' }, realm) : undefined;
    return { kind: 'notConfigured', message: `the connector ${name} is not configured: set ${missing.join(', ')}` };
  };
}

/**
 * Checks routes against what the database has: the stored accounts, and those that the environment of a worker defines. Before
 * the first worker has started, every known connector may be named.
 */
export function judgeRecorded(
  accounts: readonly RoutedAccount[],
  defaults: readonly (RoutedAccount & { isConfigured: boolean })[],
): JudgeRoute {
  if (defaults.length === 0) return judgeRoutes(undefined, accounts);
  return judgeRoutes({ SANDBOX_URL: '' }, [...accounts, ...defaults.filter(({ isConfigured }) => isConfigured)]);
}

function judgeRealm(account: RoutedAccount, realm: 'test' | 'live'): RouteProblem | undefined {
  if (account.realm === realm) return undefined;
  const kind = realm === 'live' ? 'testConnector' : 'liveAccount';
  return { kind, message: `${account.id} is a ${account.realm} account, and the realm is ${realm}` };
}
