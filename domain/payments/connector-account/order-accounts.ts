/** How a route takes part among those that match. */
export interface RankedRoute {
  connector: string;
  /** Lower numbers are tried first; 0 by default. */
  priority?: number;
  /** Its share among the routes of its priority, which all have one. */
  weight?: number;
}

/** Accounts that take nothing new, and accounts whose recent requests failed. */
export interface AccountStates {
  disabled: ReadonlySet<string>;
  passedOver: ReadonlySet<string>;
}

export const ALL_USABLE: AccountStates = { disabled: new Set(), passedOver: new Set() };

/** Место подключения среди тех, которым можно было отправить запрос. */
export interface RankedAccount {
  /** Подключение. */
  account: string;
  /** `chosen` — выбрано, `next` — следующее по порядку, `disabled` — отключено. */
  result: 'chosen' | 'next' | 'disabled';
  /** Отставлено назад, потому что его запросы не проходят. */
  isPassedOver?: true;
  /**
   * Приоритет маршрута.
   * @isInt
   */
  priority?: number;
  /**
   * Вес маршрута.
   * @isInt
   */
  weight?: number;
}

/**
 * Ranks the accounts of matching routes in the order of attempts: by priority, then by weight or in the order of the routes;
 * passed-over accounts after the others. Disabled ones are listed last and are not tried. The same key gives the same order.
 */
export function orderAccounts(
  routes: readonly RankedRoute[],
  key: string,
  { disabled, passedOver }: AccountStates = ALL_USABLE,
): RankedAccount[] {
  const ranked = unique(sortByPriority(routes).flatMap((group) => sortByWeight(group, key)));
  const usable = ranked.filter(({ connector }) => !disabled.has(connector));
  const [healthy, unhealthy] = [false, true].map((isUnhealthy) =>
    usable.filter(({ connector }) => passedOver.has(connector) === isUnhealthy),
  ) as [RankedRoute[], RankedRoute[]];
  const tried = [...healthy, ...unhealthy].map((route, place): RankedAccount => ({
    account: route.connector,
    result: place === 0 ? 'chosen' : 'next',
    ...(passedOver.has(route.connector) && { isPassedOver: true as const }),
    ...rankOf(route),
  }));
  const left = ranked.filter(({ connector }) => disabled.has(connector));
  return [
    ...tried,
    ...left.map((route) => ({ account: route.connector, result: 'disabled' as const, ...rankOf(route) })),
  ];
}

function rankOf({ priority, weight }: RankedRoute): Pick<RankedAccount, 'priority' | 'weight'> {
  return { ...(priority !== undefined && { priority }), ...(weight !== undefined && { weight }) };
}

function sortByPriority(routes: readonly RankedRoute[]): RankedRoute[][] {
  const priorities = [...new Set(routes.map(getPriority))].sort((a, b) => a - b);
  return priorities.map((priority) => routes.filter((route) => getPriority(route) === priority));
}

function getPriority({ priority = 0 }: RankedRoute): number {
  return priority;
}

/** A weighted random order that depends on the key only: without one account the others keep their order. */
function sortByWeight(group: readonly RankedRoute[], key: string): RankedRoute[] {
  const scored = group.map((route) => ({
    route,
    score: -Math.log(toFraction(key, route.connector)) / (route.weight ?? 0),
  }));
  if (group.some(({ weight }) => weight === undefined)) return [...group];
  return scored.sort((a, b) => a.score - b.score).map(({ route }) => route);
}

function unique(routes: readonly RankedRoute[]): RankedRoute[] {
  const seen = new Set<string>();
  return routes.filter(({ connector }) => !seen.has(connector) && seen.add(connector));
}

/** A number between 0 and 1, both excluded, by FNV-1a and the finaliser of MurmurHash3. */
function toFraction(key: string, account: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${key}/${account}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 + 2 ** -33;
}
