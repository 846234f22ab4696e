import { CONTRACTOR_FIELDS, CONTRACTOR_KINDS } from '../../forms/contractor-fields';
import { choice, choices, day, flatGroup, integer, money, percent, text, url } from '../../forms/field-spec';
import type { FieldSpec } from '../../forms/field-spec';
import type { OnboardingReference } from '../../forms/reference';
import type { Values } from '../../forms/values';

type SectionName = 'party' | 'contract' | 'shop' | 'terms' | 'routes' | 'access' | 'scopes';

export type Sections = Readonly<Record<SectionName, readonly FieldSpec[]>>;

const IS_REQUIRED = { isRequired: true };
const id = text('id', IS_REQUIRED);

/** The fields of each section, which depend on what is chosen; those of the key are for who may create keys. */
export function listSections(values: Values, { institutions }: OnboardingReference, mayCreateKeys: boolean): Sections {
  const { 'contract.kind': kind = '', 'contract.legalAgreement.id': agreement = '' } = values;
  const institution = institutions.find(({ value }) => value === values['contract.paymentInstitution']);
  const contract = [
    id,
    choice('paymentInstitution', { reference: 'institutions', isNumeric: true, ...IS_REQUIRED }),
    choice('kind', { options: Object.keys(CONTRACTOR_KINDS), ...IS_REQUIRED }),
    flatGroup('contractor', CONTRACTOR_FIELDS[kind] ?? []),
    ...[text('legalAgreement.id'), day('legalAgreement.signedAt', { isRequired: agreement !== '' })],
  ];
  const shop = [
    ...[id, text('name', IS_REQUIRED), url('url', IS_REQUIRED)],
    choice('category', { reference: 'categories', isNumeric: true, ...IS_REQUIRED }),
    choice('currency', { options: institution?.currencies ?? [], ...IS_REQUIRED }),
  ];
  const terms = [
    ...[percent('fee'), choice('feeCollection', { options: ['withheld', 'billed'] }), text('holdLifetime')],
    flatGroup('amountLimits.0', [money('min'), money('max'), money('perDay')]),
  ];
  const access = [
    flatGroup('key', [text('name', IS_REQUIRED)]),
    flatGroup('limit', [integer('perKey'), integer('perToken')]),
  ];
  return {
    party: [flatGroup('party', [id])],
    contract: [flatGroup('contract', contract)],
    shop: [flatGroup('shop', shop)],
    terms: [flatGroup('shop.terms', terms)],
    routes: [choices('shop.terms.routes')],
    access: mayCreateKeys ? access : [],
    scopes: mayCreateKeys ? [choices('key.scopes', IS_REQUIRED)] : [],
  };
}
