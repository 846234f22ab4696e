import { testAccount } from '../../connectors/account-test';
import { findKind } from '../../connectors/kinds';
import { judgeRoutes } from '../../connectors/routed-accounts';
import {
  goLiveState,
  type GoLiveCheck,
  type GoLiveFact,
  type GoLiveState,
} from '../../domain/operators/go-live/go-live-fact';
import {
  judgeBrowser,
  judgeKeys,
  judgePeople,
  judgeReceipts,
  judgeShopRoutes,
  judgeTrial,
  judgeWebhooks,
} from '../../domain/operators/go-live/judge';
import type { ConnectorAccount } from '../../domain/payments/connector-account/connector-account';
import {
  countAdministrators,
  findLastBrowser,
  findLastCart,
  findLastTrial,
  listTriedWebhooks,
} from '../../store/operators/go-live/go-live.queries';
import { accountSource } from '../../store/payments/connector-account/account-source';
import { getShopRoutes } from '../../store/payments/routing/routed-owners';
import type { Store } from '../../store/store';

export interface GoLiveLine {
  check: GoLiveCheck;
  state: GoLiveState;
  fact: GoLiveFact;
}

/** What this process was started with. */
export interface InstallationKeys {
  isProduction: boolean;
  /** Variables whose keys production would refuse. */
  weak: readonly string[];
}

/** What a shop needs before it takes real money, and whether it is there. @throws Refusal notFound */
export async function listGoLive(store: Store, shopID: string, keys: InstallationKeys): Promise<GoLiveLine[]> {
  const { database } = store;
  const [{ realm, accounts: ids }, accounts] = await Promise.all([
    getShopRoutes(database, shopID),
    accountSource(store).list(),
  ]);
  const judge = judgeRoutes(accounts);
  const routed = accounts.filter(({ id }) => ids.includes(id));
  const live = routed.filter((account) => account.realm === 'live');
  const routes = ids.map((account) => {
    const isDisabled = routed.some(({ id, isEnabled }) => id === account && !isEnabled);
    return { account, problem: judge(account, 'live') ?? (isDisabled ? ('disabled' as const) : undefined) };
  });
  const [ofAccounts, webhooks, administrators, restored, alert] = await Promise.all([
    live.length === 0 ? WITHOUT_ACCOUNT : listAccountFacts(store, shopID, live),
    listTriedWebhooks(database, shopID),
    countAdministrators(database),
    findLastTrial(database, 'restored'),
    findLastTrial(database, 'alertReceived'),
  ]);
  const facts: [GoLiveCheck, GoLiveFact][] = [
    ['routes', judgeShopRoutes(realm, routes)],
    ...ofAccounts,
    ['webhook', judgeWebhooks(webhooks)],
    ['secondPerson', judgePeople(administrators)],
    ['keys', judgeKeys(keys)],
    ['backup', judgeTrial('backup', restored, new Date())],
    ['alerts', judgeTrial('alerts', alert, new Date())],
  ];
  return facts.map(([check, fact]) => ({ check, state: goLiveState(fact), fact }));
}

const WITHOUT_ACCOUNT = (['account', 'receipt', 'threeDSecure'] as const).map((check): [GoLiveCheck, GoLiveFact] => [
  check,
  { kind: 'noLiveAccount' },
]);

async function listAccountFacts(
  store: Store,
  shopID: string,
  live: readonly ConnectorAccount[],
): Promise<[GoLiveCheck, GoLiveFact][]> {
  const { database } = store;
  const all = live.map(({ id }) => id);
  const namesOf = (has: (account: ConnectorAccount) => boolean): string[] => live.filter(has).map(({ id }) => id);
  const sending = namesOf(sendsReceipts);
  const asking = namesOf(({ connector }) => findKind(connector)?.needsBrowser === true);
  const [cart, browser, ...answers] = await Promise.all([
    findLastCart(database, shopID, sending),
    findLastBrowser(database, shopID, asking),
    ...live.map((account) => judgeAccount(store, account)),
  ]);
  return [
    ...answers.map((fact): [GoLiveCheck, GoLiveFact] => ['account', fact]),
    ['receipt', judgeReceipts({ all, accounts: sending }, cart)],
    ['threeDSecure', judgeBrowser({ all, accounts: asking }, browser)],
  ];
}

/** The setting of the kinds that send receipts (`connectors/<kind>/<kind>.kind.ts`). */
function sendsReceipts({ connector, settings }: ConnectorAccount): boolean {
  const kind = findKind(connector);
  const needsTaxation = kind?.settings.some(({ name }) => name === 'taxation') === true;
  if (needsTaxation && settings['taxation'] === undefined) return false;
  return kind?.capabilities.receipts === true && settings['receipts'] !== 'off';
}

async function judgeAccount(store: Store, account: ConnectorAccount): Promise<GoLiveFact> {
  const { outcome, milliseconds } = await testAccount(accountSource(store), account);
  return outcome === 'answered'
    ? { kind: 'accountAnswers', account: account.id, milliseconds }
    : { kind: 'accountFails', account: account.id, outcome };
}
