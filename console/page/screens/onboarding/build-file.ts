import type { Schemas } from '../../api/client';
import { parseMinorUnits } from '../../parts/format';
import { addProblem } from '../../parts/word-failure';
import type { ConsoleTexts } from '../../texts/texts';
import { setPath } from '../../forms/values';
import { CONTRACTOR_KINDS, type ContractorKind, type FieldSpec, type SectionName } from './field-specs';
import { listOf, valueOf, type OnboardingValues } from './values';

type Fields = Record<string, unknown>;

/** What is wrong, by field; `''` has what belongs to no field. */
export type FieldProblems = Readonly<Record<string, string>>;

/** What was typed below a prefix; empty values are left out. */
function collect(values: OnboardingValues, prefix: string, names: readonly string[]): Fields {
  return names
    .filter((name) => name.startsWith(`${prefix}.`))
    .reduce<Fields>(
      (fields, name) => setPath(fields, name.slice(prefix.length + 1), valueOf(values, name).trim() || undefined),
      {},
    );
}

const namesOf = (specs: readonly FieldSpec[]): string[] => specs.map(({ name }) => name);

const percentOf = (text: string): string => (text === '' ? '' : `${text.replace(',', '.').replace(/\s*%$/, '')}%`);

function buildTerms(values: OnboardingValues): Fields | undefined {
  const currency = valueOf(values, 'shop.currency');
  const routes = listOf(values, 'shop.terms.routes').map((connector) => ({ connector }));
  const bounds = ['min', 'max', 'perDay'].flatMap((bound) => {
    const given = valueOf(values, `shop.terms.amountLimits.0.${bound}`).trim();
    // The API names the place of what is no amount.
    return given === '' ? [] : [[bound, parseMinorUnits(given, currency) ?? given] as const];
  });
  const fee = percentOf(valueOf(values, 'shop.terms.fee').trim());
  const terms: Fields = {
    ...(fee !== '' && { fee }),
    ...collect(values, 'shop.terms', ['shop.terms.feeCollection', 'shop.terms.holdLifetime']),
    ...(bounds.length > 0 && { amountLimits: [{ currency, ...Object.fromEntries(bounds) }] }),
    ...(routes.length > 0 && { routes }),
  };
  return Object.keys(terms).length > 0 ? terms : undefined;
}

/** The file of one merchant, in the form of the reference data. */
export function buildFile(values: OnboardingValues, specs: Record<SectionName, FieldSpec[]>): Fields {
  const kind = valueOf(values, 'contract.kind') as ContractorKind;
  const { id, contractor, legalAgreement } = collect(values, 'contract', namesOf(specs.contract)) as Record<
    string,
    Fields
  >;
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
  const terms = buildTerms(values);
  const shop: Fields = {
    ...collect(values, 'shop', namesOf(specs.shop)),
    category: Number(valueOf(values, 'shop.category')),
    contract: id,
    ...(terms && { terms }),
  };
  return { parties: [{ id: valueOf(values, 'party.id').trim(), contracts: [contract], shops: [shop] }] };
}

type Problem = Schemas['ReferenceProblem'];

/** The fields of the form, and the words for what is wrong with them. */
interface KnownFields {
  names: ReadonlySet<string>;
  errors: ConsoleTexts['errors'];
}

/** Assigns the API's problems to the fields, `parties.0.shops.0.terms.fee` to `shop.terms.fee`. */
export function placeProblems(problems: readonly Problem[], { names: known, errors }: KnownFields): FieldProblems {
  const placed: Record<string, string> = {};
  for (const problem of problems) {
    const [, , kind, , ...rest] = problem.place;
    const names =
      kind === 'contracts' || kind === 'shops' ? [kind.slice(0, -1), ...rest] : ['party', ...problem.place.slice(2)];
    addProblem(placed, nearest(names, known), problem, errors);
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
