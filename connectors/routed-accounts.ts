import type { ConnectorAccount } from '../domain/payments/connector-account/connector-account';

/** Why a route is invalid. */
export interface RouteProblem {
  kind: 'testConnector' | 'liveAccount' | 'notConfigured';
  message: string;
}

export type JudgeRoute = (account: string, realm: 'test' | 'live') => RouteProblem | undefined;

/** Checks routes against the stored accounts. */
export function judgeRoutes(accounts: readonly Pick<ConnectorAccount, 'id' | 'realm'>[]): JudgeRoute {
  const realms = new Map(accounts.map(({ id, realm }) => [id, realm]));
  return (account, realm) => {
    const found = realms.get(account);
    if (found === undefined) return { kind: 'notConfigured', message: `there is no connector account ${account}` };
    if (found === realm) return undefined;
    const kind = realm === 'live' ? 'testConnector' : 'liveAccount';
    return { kind, message: `${account} is a ${found} account, and the realm is ${realm}` };
  };
}
