import { judgeRoutes } from '../../connectors/routed-accounts';
import { listAccounts } from '../../store/payments/connector-account/account-directory';
import { listRoutedOwners } from '../../store/payments/routing/routed-owners';
import type { Store } from '../../store/store';
import { failure, ok, type DoctorCheck, type CheckResult } from './finding';

/** Checks that routes lead to configured accounts of their realm. */
export function routesCheck(store: Store): DoctorCheck {
  return { name: 'routes', needs: 'schema', look: () => routes(store) };
}

async function routes({ database }: Store): Promise<CheckResult> {
  const judge = judgeRoutes(await listAccounts(database));
  const owners = await listRoutedOwners(database);
  const wrong = owners.flatMap(({ connector, realm, count, some }) => {
    const problem = judge(connector, realm);
    return problem ? [{ id: connector, problem, count, names: some }] : [];
  });
  return wrong.length === 0 ? ok({ kind: 'routesRight' }) : failure({ kind: 'routesWrong', items: wrong });
}
