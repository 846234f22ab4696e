import type { FieldOption, OnboardingReference } from '../../forms/reference';
import { valueOf, type OnboardingValues } from './values';

export interface FieldSpec {
  /** The place in the file that the API validates: `contract.contractor.inn`. */
  name: string;
  kind?: 'text' | 'url' | 'email' | 'decimal' | 'integer' | 'date' | 'select';
  /** Of fields whose words stand in other texts than the form of a new merchant. */
  label?: string;
  isRequired?: boolean;
  options?: readonly FieldOption[];
  placeholder?: string;
}

const required = (...names: string[]): FieldSpec[] => names.map((name) => ({ name, isRequired: true }));
const optional = (...names: string[]): FieldSpec[] => names.map((name) => ({ name }));
const within = (prefix: string, specs: readonly FieldSpec[]): FieldSpec[] =>
  specs.map((spec) => ({ ...spec, name: `${prefix}.${spec.name}` }));

/** The constant fields that tell a contractor's kind. */
export const CONTRACTOR_KINDS = {
  RegisteredUser: { contractorType: 'RegisteredUser' },
  RussianLegalEntity: { contractorType: 'LegalEntity', entityType: 'RussianLegalEntity' },
  InternationalLegalEntity: { contractorType: 'LegalEntity', entityType: 'InternationalLegalEntity' },
  RussianPrivateEntity: { contractorType: 'PrivateEntity', entityType: 'RussianPrivateEntity' },
} as const;

export type ContractorKind = keyof typeof CONTRACTOR_KINDS;

export const CONTRACTOR_FIELDS: Readonly<Record<ContractorKind, readonly FieldSpec[]>> = {
  RegisteredUser: [{ name: 'email', kind: 'email', isRequired: true }],
  RussianLegalEntity: [
    ...required('registeredName', 'registeredNumber', 'inn', 'actualAddress', 'postAddress'),
    ...required('representativeFullName', 'representativePosition', 'representativeDocument'),
    ...required('bankAccount.account', 'bankAccount.bankName', 'bankAccount.bankPostAccount', 'bankAccount.bankBik'),
  ],
  InternationalLegalEntity: [
    ...required('legalName', 'registeredOffice'),
    ...optional('tradingName', 'principalPlaceOfBusiness', 'registeredNumber', 'country'),
  ],
  RussianPrivateEntity: [
    ...required('firstName', 'secondName', 'middleName'),
    { name: 'contactInfo.email', kind: 'email' },
    { name: 'contactInfo.phoneNumber', placeholder: '+79001234567' },
  ],
};

export type SectionName = 'party' | 'contract' | 'shop' | 'terms' | 'access';

const plain = (values: readonly string[]): FieldOption[] => values.map((value) => ({ value, title: value }));

function contractFields(values: OnboardingValues, { institutions }: OnboardingReference): FieldSpec[] {
  const kind = valueOf(values, 'contract.kind') as ContractorKind;
  return [
    { name: 'contract.id', isRequired: true },
    { name: 'contract.paymentInstitution', kind: 'select', isRequired: true, options: institutions },
    { name: 'contract.kind', kind: 'select', isRequired: true, options: plain(Object.keys(CONTRACTOR_KINDS)) },
    ...within('contract.contractor', CONTRACTOR_FIELDS[kind]),
    { name: 'contract.legalAgreement.id' },
    {
      name: 'contract.legalAgreement.signedAt',
      kind: 'date',
      isRequired: valueOf(values, 'contract.legalAgreement.id') !== '',
    },
  ];
}

/** The fields of each section, which depend on what is chosen. */
export function listFieldSpecs(
  values: OnboardingValues,
  reference: OnboardingReference,
): Record<SectionName, FieldSpec[]> {
  const institution = reference.institutions.find(
    ({ value }) => value === valueOf(values, 'contract.paymentInstitution'),
  );
  return {
    party: [{ name: 'party.id', isRequired: true, placeholder: 'flowers' }],
    contract: contractFields(values, reference),
    shop: [
      { name: 'shop.id', isRequired: true },
      { name: 'shop.name', isRequired: true },
      { name: 'shop.url', kind: 'url', isRequired: true, placeholder: 'https://flowers.example' },
      { name: 'shop.category', kind: 'select', isRequired: true, options: reference.categories },
      { name: 'shop.currency', kind: 'select', isRequired: true, options: plain(institution?.currencies ?? []) },
    ],
    terms: [
      { name: 'shop.terms.fee', kind: 'decimal', placeholder: '2,5' },
      { name: 'shop.terms.feeCollection', kind: 'select', options: plain(['', 'withheld', 'billed']) },
      { name: 'shop.terms.holdLifetime', placeholder: '7d' },
      ...(['min', 'max', 'perDay'] as const).map((bound): FieldSpec => ({
        name: `shop.terms.amountLimits.0.${bound}`,
        kind: 'decimal',
      })),
    ],
    access: [
      { name: 'key.name', isRequired: true },
      { name: 'limit.perKey', kind: 'decimal' },
      { name: 'limit.perToken', kind: 'decimal' },
    ],
  };
}
