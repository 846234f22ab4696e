import { email, text, type FieldSpec } from './field-spec';

/** The constants of a contractor that tell its kind, beside the typed fields. */
export const CONTRACTOR_KINDS: Readonly<Record<string, object>> = {
  RegisteredUser: { contractorType: 'RegisteredUser' },
  RussianLegalEntity: { contractorType: 'LegalEntity', entityType: 'RussianLegalEntity' },
  InternationalLegalEntity: { contractorType: 'LegalEntity', entityType: 'InternationalLegalEntity' },
  RussianPrivateEntity: { contractorType: 'PrivateEntity', entityType: 'RussianPrivateEntity', contactInfo: {} },
};

const required = (...names: string[]): FieldSpec[] => names.map((name) => text(name, { isRequired: true }));

/** The fields of each kind of contractor. */
export const CONTRACTOR_FIELDS: Readonly<Record<string, readonly FieldSpec[]>> = {
  RegisteredUser: [email('email', { isRequired: true })],
  RussianLegalEntity: [
    ...required('registeredName', 'registeredNumber', 'inn', 'actualAddress', 'postAddress'),
    ...required('representativeFullName', 'representativePosition', 'representativeDocument'),
    ...required('bankAccount.account', 'bankAccount.bankName', 'bankAccount.bankPostAccount', 'bankAccount.bankBik'),
  ],
  InternationalLegalEntity: [
    ...required('legalName', 'registeredOffice'),
    ...['tradingName', 'principalPlaceOfBusiness', 'registeredNumber', 'country'].map((name) => text(name)),
  ],
  RussianPrivateEntity: [
    ...required('firstName', 'secondName', 'middleName'),
    ...[email('contactInfo.email'), text('contactInfo.phoneNumber')],
  ],
};
