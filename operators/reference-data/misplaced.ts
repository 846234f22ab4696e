import type { JudgeRoute } from '../../connectors/routed-accounts';
import { isListed, type ReferenceData } from '../../domain/merchants/reference-data/reference-data';
import { misplacedRoutes } from './misplaced-routes';
import { misplacedReferences, type Misplaced } from './references';

interface Checked {
  data: ReferenceData;
  record: ReferenceData;
  judge: JudgeRoute;
}

/** Lists the problems of a file's references and routes, and those that the file causes in entities that it does not contain. */
export function listMisplaced({ data, record, judge }: Checked): Misplaced[] {
  const merged = overlay(data, record);
  const problemsOf = (checked: ReferenceData) => [...misplacedReferences(checked), ...misplacedRoutes(checked, judge)];
  const describe = (checked: ReferenceData, { path, ...facts }: Misplaced): Misplaced => {
    return { path: [], ...facts, onRecord: nameEntity(checked, path) };
  };
  const known = new Set(problemsOf(record).map((problem) => JSON.stringify(describe(record, problem))));
  return [...foreignIDs(data, record), ...problemsOf(merged)].flatMap((problem) => {
    if (isWithin(data, problem.path)) return [problem];
    const foreign = describe(merged, problem);
    return known.has(JSON.stringify(foreign)) ? [] : [foreign];
  });
}

/** The file's entities first, so that paths into the file stay valid. */
function overlay(data: ReferenceData, record: ReferenceData): ReferenceData {
  const join = <Entity extends { id: string | number }>(given: Entity[], recorded: Entity[]): Entity[] => [
    ...given,
    ...recorded.filter((each) => !isListed(given, each)),
  ];
  const parties = data.parties.map((party) => {
    const known = record.parties.find(({ id }) => id === party.id);
    return {
      ...party,
      contracts: join(party.contracts, known?.contracts ?? []),
      shops: join(party.shops, known?.shops ?? []),
    };
  });
  return {
    categories: join(data.categories, record.categories),
    tradeBlocs: join(data.tradeBlocs, record.tradeBlocs),
    serviceProviders: join(data.serviceProviders, record.serviceProviders),
    paymentInstitutions: join(data.paymentInstitutions, record.paymentInstitutions),
    parties: join(parties, record.parties),
    walletProviders: join(data.walletProviders, record.walletProviders),
  };
}

/** Contracts and shops keep their party. */
function foreignIDs(data: ReferenceData, record: ReferenceData): Misplaced[] {
  return data.parties.flatMap((party, place) =>
    (['contracts', 'shops'] as const).flatMap((kind) =>
      party[kind].flatMap(({ id }, index) => {
        const owner = record.parties.find((other) => other[kind].some((each) => each.id === id));
        if (!owner || owner.id === party.id) return [];
        return [{ path: ['parties', place, kind, index, 'id'], rule: 'ofAnotherParty', values: [id] } as const];
      }),
    ),
  );
}

type Path = Misplaced['path'];
type Lists = Record<string, { id: string | number }[] | undefined>;

function isWithin(data: ReferenceData, [list, place, kind, index]: Path): boolean {
  const entity = (data as unknown as Lists)[String(list)]?.[Number(place)];
  if (!entity) return false;
  const isNested = kind === 'contracts' || kind === 'shops';
  return !isNested || ((entity as unknown as Lists)[kind]?.length ?? 0) > Number(index);
}

/** Names the entity instead of its place in a list. */
function nameEntity(data: ReferenceData, path: Path): string {
  const [list, place, kind, index, ...rest] = path;
  const entity = (data as unknown as Lists)[String(list)]?.[Number(place)];
  const nested = (entity as unknown as Lists | undefined)?.[String(kind)]?.[Number(index)];
  const isNested = (kind === 'contracts' || kind === 'shops') && nested !== undefined;
  const fields = isNested ? rest : path.slice(2);
  return `${list}/${entity?.id}${isNested ? ` ${kind}/${nested.id}` : ''} ${fields.join('.')}`;
}
