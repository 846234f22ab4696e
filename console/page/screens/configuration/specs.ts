import { METHOD_LISTS, METHODS } from '../../../../domain/payments/payment/payment-tool';
import type { Schemas } from '../../api/client';
import { CONTRACTOR_FIELDS } from '../../forms/contractor-fields';
import {
  choice,
  choices,
  flag,
  group,
  integer,
  list,
  money,
  moment,
  percent,
  rows,
  text,
  url,
  type FieldSpec,
} from '../../forms/field-spec';

/** The list of each type of entity. */
export const LISTS = {
  party: 'parties',
  shop: 'shops',
  contract: 'contracts',
  paymentInstitution: 'institutions',
  category: 'categories',
  walletProvider: 'wallet-providers',
} as const;

export type FormType = keyof typeof LISTS;

const IS_REQUIRED = { isRequired: true };
const currency = text('currency', IS_REQUIRED);
const currencies = list('currencies');
const TOOLS = Object.values(METHODS);
const tools = choices('tools', { options: TOOLS });
const connector = choice('connector', { reference: 'accounts', ...IS_REQUIRED });
const connectors = choices('connectors', { reference: 'accounts' });
const name = text('name', IS_REQUIRED);
const description = text('description');
const REALMS = ['test', 'live'];
const realm = choice('realm', { options: REALMS, ...IS_REQUIRED });
const amounts = (named: string): FieldSpec => rows(named, [currency, money('amount', IS_REQUIRED)]);

const route = (matched: FieldSpec): FieldSpec =>
  rows('routes', [
    ...[connector, integer('priority'), integer('weight'), matched],
    ...[currencies, money('minAmount'), money('maxAmount')],
  ]);
const routes = route(tools);

const inspection = rows('inspection', [
  ...[
    text('id', IS_REQUIRED),
    choice('action', { options: ['allow', 'reject', 'review', 'exempt', 'ask', 'force'], ...IS_REQUIRED }),
    integer('reviewMinutes'),
  ],
  ...['emails', 'phones', 'ips', 'devices', 'bins', 'cards', 'countries', 'ipCountries', 'cardCountries'].map((each) =>
    list(each),
  ),
  ...[flag('countryMismatch'), flag('cardCountryMismatch')],
  ...[tools, currencies, money('minAmount'), money('maxAmount')],
  choice('velocity.by', { options: ['card', 'email', 'phone', 'ip', 'device', 'shop'] }),
  ...[integer('velocity.windowMinutes'), integer('velocity.attempts'), money('velocity.amount')],
]);

const fees = (named: string, tiers: readonly FieldSpec[]): FieldSpec =>
  rows(named, [
    ...[percent('percent'), text('currency'), money('fixed'), money('minimum'), money('maximum')],
    ...[tools, connectors, ...tiers, moment('validFrom'), moment('validUntil')],
  ]);

const paymentMethods = rows('paymentMethods', [
  choice('method', { options: TOOLS, ...IS_REQUIRED }),
  list('paymentSystems', { when: ['method', 'BankCard'], ...IS_REQUIRED }),
  list('tokenProviders', { when: ['method', 'BankCard'] }),
  ...(['merchantID', 'merchantName', 'orderID'] as const).map((part) =>
    text(`tokenProviderData.${part}`, { when: ['method', 'BankCard'] }),
  ),
  choice('tokenProviderData.realm', { options: REALMS, when: ['method', 'BankCard'] }),
  ...Object.entries(METHOD_LISTS).map(([method, named]) => list(named, { when: ['method', method], ...IS_REQUIRED })),
]);

const payoutAccounts = rows('payoutAccounts', [
  ...[currency, name, text('account.iban'), text('account.number'), text('bic'), text('bankName')],
  ...['correspondentAccount', 'inn', 'kpp', 'purpose', 'phoneNumber'].map((each) => text(each)),
]);

const settlement = group('settlement', [
  choice('schedule.every', { options: ['day', 'week', 'month', 'manual'] }),
  list('schedule.days', { isNumeric: true }),
  rows('delays', [integer('days', IS_REQUIRED), text('currency'), tools, connectors]),
  choice('calendar', { options: ['ru', 'target', 'weekends', 'everyDay'] }),
  ...[text('timeZone'), integer('cutOffHour'), flag('netAcrossContract'), integer('accountWaitDays')],
  ...[percent('reserve.rolling.percent'), integer('reserve.rolling.days'), amounts('reserve.fixedAmounts')],
  ...[percent('reserve.afterEnd.percent'), integer('reserve.afterEnd.days')],
  ...['minimumAmounts', 'keepAmounts', 'negativeLimits', 'payoutFees', 'monthlyFees'].map(amounts),
  ...[payoutAccounts, rows('payoutConnectors', [currency, connector]), list('contactEmails')],
]);

/** The terms of a shop; an institution has them as those of its new shops. */
const shopTerms = (named: string): FieldSpec =>
  group(named, [
    ...[routes, inspection, percent('fee')],
    fees('fees', [rows('tiers', [money('from', IS_REQUIRED), percent('percent', IS_REQUIRED)])]),
    fees('refundFees', []),
    choice('refundedFee', { options: ['kept', 'returned'] }),
    ...[amounts('disputeLevies'), choice('feeCollection', { options: ['withheld', 'billed'] }), percent('vatRate')],
    ...[text('holdLifetime'), currencies],
    rows('amountLimits', [currency, money('min'), money('max'), money('perDay')]),
    paymentMethods,
    ...['allocation', 'recurrent', 'customersPayByToken', 'collectBillingAddress'].map((each) => flag(each)),
    settlement,
  ]);

const adjustment = [moment('createdAt', IS_REQUIRED), moment('validSince'), moment('validUntil')];
const act = 'reportingPreferences.serviceAcceptanceActPreferences';
const document = `${act}.signer.document`;
const contract = [
  choice('paymentInstitution', { reference: 'institutions', isNumeric: true, ...IS_REQUIRED }),
  ...[...adjustment, moment('terminatedAt')].map((each) => ({ ...each, isRequired: false })),
  ...[text('legalAgreement.id'), moment('legalAgreement.signedAt'), moment('legalAgreement.validUntil')],
  rows('adjustments', [text('id', IS_REQUIRED), ...adjustment]),
  group('', [
    ...[integer(`${act}.scheduleID`), text(`${act}.signer.position`), text(`${act}.signer.fullName`)],
    choice(`${document}.representativeDocumentType`, { options: ['ArticlesOfAssociation', 'PowerOfAttorney'] }),
    ...[text(`${document}.id`), moment(`${document}.signedAt`), moment(`${document}.validUntil`)],
  ]),
];

const residences = list('residences', IS_REQUIRED);

const FIELDS: Readonly<Record<FormType, readonly FieldSpec[]>> = {
  party: [integer('webhookLimit')],
  shop: [
    ...[name, description, url('url', IS_REQUIRED), text('currency')],
    choice('category', { reference: 'categories', isNumeric: true, ...IS_REQUIRED }),
    ...[choice('contract', { reference: 'contracts' }), shopTerms('terms')],
  ],
  contract,
  category: [name, description],
  paymentInstitution: [
    ...[name, description, residences, realm],
    group('terms', [
      ...[routes, inspection, currencies, choices('categories', { reference: 'categories', isNumeric: true })],
      group('feeBand', [percent('minPercent'), percent('maxPercent'), integer('maxFixed')]),
      ...[shopTerms('shopTerms'), payoutAccounts],
    ]),
  ],
  walletProvider: [
    ...[name, realm, residences, text('authorisationLifetime')],
    choice('destinationAuthorisation', { options: ['automatic', 'operator'], ...IS_REQUIRED }),
    rows('currencies', [
      ...[currency, money('min', IS_REQUIRED), money('max', IS_REQUIRED), money('withdrawalsPerDay')],
      ...[money('transfersPerDay'), money('balanceLimit'), percent('withdrawalFee'), percent('depositFee')],
    ]),
    ...[list('resources'), list('cardPaymentSystems'), list('digitalWalletProviders'), route(list('resourceTypes'))],
    rows('rates', [
      ...[text('from', IS_REQUIRED), text('to', IS_REQUIRED)],
      ...[integer('numerator', IS_REQUIRED), integer('denominator', IS_REQUIRED)],
    ]),
  ],
};

/** The fields of an entity; those of a contract depend on the kind of its contractor. */
export function listFields(type: FormType, value: Schemas['ConfigurationFields']): readonly FieldSpec[] {
  if (type !== 'contract') return FIELDS[type];
  const { contractorType = '', entityType } = (value['contractor'] ?? {}) as Record<string, string>;
  return [...contract, group('contractor', CONTRACTOR_FIELDS[entityType ?? contractorType] ?? [])];
}
