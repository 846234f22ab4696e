import type { Schemas } from '../../api/client';
import { parseMinorUnits } from '../../parts/format';
import { wordProblem } from '../../parts/word-failure';
import type { ConsoleTexts } from '../../texts/ru';
import { CONTRACTOR_KINDS, type ContractorKind, type FieldSpec, type SectionName } from './field-specs';
import { listOf, valueOf, type OnboardingValues } from './values';

type Fields = Record<string, unknown>;

/** What is wrong, by field; `''` has what belongs to no field. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Sets `a.b.c` of an object; empty values are left out. */
function setPath(target: Fields, path: string, value: unknown): void {
  if (value === '' || value === undefined) return;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let place = target;
  for (const name of names) place = (place[name] ??= {}) as Fields;
  place[last] = value;
}

function collect(values: OnboardingValues, prefix: string, specs: readonly FieldSpec[]): Fields {
  const fields: Fields = {};
  for (const { name, kind } of specs) {
    if (name.startsWith(`${prefix}.`))
      setPath(fields, name.slice(prefix.length + 1), parse(valueOf(values, name), kind));
  }
  return fields;
}

/** The API names the place of what is no integer. */
function parse(text: string, kind: FieldSpec['kind']): unknown {
  const given = text.trim();
  if (given === '') return undefined;
  if (kind === 'list') return given.split(/[\s,]+/);
  return kind === 'integer' && /^\d{1,15}$/.test(given) ? Number(given) : given;
}

const percentOf = (text: string): string => (text === '' ? '' : `${text.replace(',', '.').replace(/\s*%$/, '')}%`);

function buildTerms(values: OnboardingValues, routes: readonly string[]): Fields | undefined {
  const currency = valueOf(values, 'shop.currency');
  const text = (name: string): string => valueOf(values, `shop.terms.${name}`).trim();
  const terms: Fields = {};
  setPath(terms, 'fee', percentOf(text('fee')));
  for (const name of ['feeCollection', 'holdLifetime']) setPath(terms, name, text(name));
  const limit: Fields = {};
  for (const bound of ['min', 'max', 'perDay']) {
    const given = text(`amountLimits.0.${bound}`);
    // The API names the place of what is no amount.
    if (given !== '') limit[bound] = parseMinorUnits(given, currency) ?? given;
  }
  if (Object.keys(limit).length > 0) terms['amountLimits'] = [{ currency, ...limit }];
  if (routes.length > 0) terms['routes'] = routes.map((connector) => ({ connector }));
  return Object.keys(terms).length > 0 ? terms : undefined;
}

/** The routes: the new account first, then the chosen ones in their order. */
export function routesOf(values: OnboardingValues): string[] {
  const isNew = valueOf(values, 'account.connector') !== '';
  return [...(isNew ? [valueOf(values, 'account.id').trim()] : []), ...listOf(values, 'shop.terms.routes')];
}

/** The file of one merchant, in the form of the reference data. */
export function buildFile(
  values: OnboardingValues,
  specs: Record<SectionName, FieldSpec[]>,
  routes: readonly string[] = routesOf(values),
): Fields {
  const kind = valueOf(values, 'contract.kind') as ContractorKind;
  const { id, contractor, legalAgreement } = collect(values, 'contract', specs.contract) as Record<string, Fields>;
  const signedAt = legalAgreement?.['signedAt'];
  const contract: Fields = {
    id,
    paymentInstitution: Number(valueOf(values, 'contract.paymentInstitution')),
    contractor: {
      ...CONTRACTOR_KINDS[kind],
      ...(kind === 'RussianPrivateEntity' ? { contactInfo: {} } : {}),
      ...contractor,
    },
    ...(legalAgreement && {
      legalAgreement: { ...legalAgreement, ...(signedAt ? { signedAt: `${signedAt as string}T00:00:00Z` } : {}) },
    }),
  };
  const terms = buildTerms(values, routes);
  const shop: Fields = {
    ...collect(values, 'shop', specs.shop),
    category: Number(valueOf(values, 'shop.category')),
    contract: id,
    ...(terms && { terms }),
  };
  return { parties: [{ id: valueOf(values, 'party.id').trim(), contracts: [contract], shops: [shop] }] };
}

/** The account to create before the routes may name it; undefined without one. */
export function buildAccount(values: OnboardingValues, specs: readonly FieldSpec[]): Fields | undefined {
  const connector = valueOf(values, 'account.connector');
  if (connector === '') return undefined;
  return { settings: {}, credentials: {}, ...collect(values, 'account', specs), connector };
}

/** Assigns the API's problems to the fields, `parties.0.shops.0.terms.fee` to `shop.terms.fee`. */
export function placeProblems(problems: readonly Problem[], known: KnownFields): FieldProblems {
  return placeAt(problems, known, ({ place: [, , kind, , ...rest], place }) => {
    if (kind === 'contracts') return ['contract', ...rest];
    return kind === 'shops' ? ['shop', ...rest] : ['party', ...place.slice(2)];
  });
}

/** Assigns the problems of the account to its fields. */
export function placeAccountProblems(problems: readonly Problem[], known: KnownFields): FieldProblems {
  return placeAt(problems, known, ({ place }) => ['account', ...place]);
}

type Problem = Schemas['ReferenceProblem'];

/** The fields of the form, and the words for what is wrong with them. */
interface KnownFields {
  names: ReadonlySet<string>;
  errors: ConsoleTexts['errors'];
}

function placeAt(
  problems: readonly Problem[],
  { names, errors }: KnownFields,
  toField: (problem: Problem) => readonly string[],
): FieldProblems {
  const placed: Record<string, string> = {};
  for (const problem of problems) {
    const words = wordProblem(errors, problem);
    const name = nearest(toField(problem), names);
    const text = name === '' ? `${problem.place.join('.')}: ${words}` : words;
    placed[name] = placed[name] === undefined ? text : `${placed[name]}; ${text}`;
  }
  return placed;
}

/** The field itself or the one that it is a part of. */
function nearest(names: readonly string[], known: ReadonlySet<string>): string {
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join('.');
    if (known.has(name)) return name;
  }
  return '';
}
