import type { JudgeRoute, RouteProblem } from '../../connectors/routed-accounts';
import type { ProblemRule } from '../../domain/merchants/reference-data/problem';
import type { PaymentInstitution, ReferenceData } from '../../domain/merchants/reference-data/reference-data';
import type { Misplaced } from './references';

const RULES = {
  notConfigured: 'noConnectorAccount',
  testConnector: 'testAccount',
  liveAccount: 'liveAccount',
} as const satisfies Record<RouteProblem, ProblemRule>;

type Path = (string | number)[];
type Realm = PaymentInstitution['realm'];

/** Lists routes and payouts to unknown or unconfigured connectors, and those of a live realm to a test connector. */
export function misplacedRoutes(
  { paymentInstitutions, parties, walletProviders }: ReferenceData,
  judge: JudgeRoute,
): Misplaced[] {
  const wrong = (routes: readonly { connector: string }[] | undefined, realm: Realm, path: Path): Misplaced[] =>
    (routes ?? []).flatMap(({ connector }, place) => {
      const problem = judge(connector, realm);
      return problem ? [{ path: [...path, place, 'connector'], rule: RULES[problem], values: [connector] }] : [];
    });
  const institutions = new Map(paymentInstitutions.map((each) => [each.id, each]));
  return [
    ...paymentInstitutions.flatMap(({ realm, terms }, place) =>
      wrong(terms.routes, realm, ['paymentInstitutions', place, 'terms', 'routes']),
    ),
    ...parties.flatMap(({ contracts, shops }, place) =>
      shops.flatMap(({ contractID, terms }, index) => {
        const contract = contracts.find(({ id }) => id === contractID);
        const realm = institutions.get(contract?.paymentInstitutionID ?? NaN)?.realm ?? 'test';
        const path = ['parties', place, 'shops', index, 'terms'];
        return [
          ...wrong(terms.routes, realm, [...path, 'routes']),
          ...wrong(terms.settlement?.payoutConnectors, realm, [...path, 'settlement', 'payoutConnectors']),
        ];
      }),
    ),
    ...walletProviders.flatMap(({ realm, terms }, place) =>
      wrong(terms.routes, realm, ['walletProviders', place, 'routes']),
    ),
  ];
}
