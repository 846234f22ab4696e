import { listRoutedOwners } from '../../store/routing/routed-owners';
import type { Store } from '../../store/store';
import { failure, ok, type DoctorCheck, type CheckResult } from './finding';

/** Returns why a route of a realm is invalid, if it is. */
export type RouteJudge = (connector: string, realm: 'test' | 'live') => { message: string } | undefined;

/** Checks that routes lead to configured connectors, and in live realms to live ones. */
export function routesCheck(store: Store, judge: RouteJudge): DoctorCheck {
  return { name: 'routes', needs: 'schema', look: () => routes(store, judge) };
}

async function routes({ database }: Store, judge: RouteJudge): Promise<CheckResult> {
  const owners = await listRoutedOwners(database);
  const wrong = owners.flatMap(({ connector, realm, count, some }) => {
    const problem = judge(connector, realm);
    const more = count > some.length ? ` and ${count - some.length} more` : '';
    return problem ? [`${problem.message} (${some.join(', ')}${more})`] : [];
  });
  if (wrong.length === 0) return ok('every route leads to a configured connector of its realm');
  return failure(
    wrong.join('; '),
    'their payments wait until their deadlines, or move no money: change the routes and run `reference load`, or configure the connector',
  );
}
