import type { ConnectorAccount } from '../domain/payments/connector-account/connector-account';

/** Почему маршрут неверен: тестовая учётная запись у боевого, боевая у тестового, нет такой. */
export type RouteProblem = 'testConnector' | 'liveAccount' | 'notConfigured';

export type JudgeRoute = (account: string, realm: 'test' | 'live') => RouteProblem | undefined;

/** Checks routes against the stored accounts. */
export function judgeRoutes(accounts: readonly Pick<ConnectorAccount, 'id' | 'realm'>[]): JudgeRoute {
  const realms = new Map(accounts.map(({ id, realm }) => [id, realm]));
  return (account, realm) => {
    const found = realms.get(account);
    if (found === undefined) return 'notConfigured';
    if (found === realm) return undefined;
    return realm === 'live' ? 'testConnector' : 'liveAccount';
  };
}
