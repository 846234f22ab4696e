import type { AuditedType } from '../../../domain/operators/audit/audited-type';
import type { ReferenceData } from '../../../domain/merchants/reference-data/reference-data';

/** The kinds of configured entities, referenced kinds first. */
export const KINDS = [
  'categories',
  'tradeBlocs',
  'serviceProviders',
  'paymentInstitutions',
  'parties',
  'contracts',
  'shops',
  'walletProviders',
] as const satisfies readonly (keyof ReferenceData | 'contracts' | 'shops')[];

export type ConfigurationKind = (typeof KINDS)[number];

export type ColumnType = 'text' | 'integer' | 'boolean' | 'timestamptz' | 'jsonb' | 'text[]';

export type ConfigurationField = readonly [field: string, column: string, type: ColumnType];

interface ConfigurationTable {
  table: string;
  /** The entity's name in the audit log. */
  subject: AuditedType;
  fields: readonly ConfigurationField[];
}

const NAMED = [
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
] as const;

/** The configured columns; statements and models are made of them. */
export const TABLES: Record<ConfigurationKind, ConfigurationTable> = {
  categories: { table: 'categories', subject: 'category', fields: [['id', 'id', 'integer'], ...NAMED] },
  tradeBlocs: {
    table: 'trade_blocs',
    subject: 'tradeBloc',
    fields: [['id', 'id', 'text'], ...NAMED, ['countries', 'countries', 'text[]']],
  },
  serviceProviders: {
    table: 'service_providers',
    subject: 'serviceProvider',
    fields: [
      ['id', 'id', 'text'],
      ['brandName', 'brand_name', 'text'],
      ['category', 'category', 'text'],
      ['metadata', 'metadata', 'jsonb'],
    ],
  },
  paymentInstitutions: {
    table: 'payment_institutions',
    subject: 'paymentInstitution',
    fields: [
      ['id', 'id', 'integer'],
      ...NAMED,
      ['residences', 'residences', 'text[]'],
      ['realm', 'realm', 'text'],
      ['terms', 'terms', 'jsonb'],
    ],
  },
  parties: {
    table: 'parties',
    subject: 'party',
    fields: [
      ['id', 'id', 'text'],
      ['isBlocked', 'is_blocked', 'boolean'],
      ['webhookLimit', 'webhook_limit', 'integer'],
    ],
  },
  contracts: {
    table: 'contracts',
    subject: 'contract',
    fields: [
      ['id', 'id', 'text'],
      ['partyID', 'party_id', 'text'],
      ['createdAt', 'created_at', 'timestamptz'],
      ['status', 'status', 'text'],
      ['validSince', 'valid_since', 'timestamptz'],
      ['validUntil', 'valid_until', 'timestamptz'],
      ['terminatedAt', 'terminated_at', 'timestamptz'],
      ['contractor', 'contractor', 'jsonb'],
      ['legalAgreement', 'legal_agreement', 'jsonb'],
      ['paymentInstitutionID', 'payment_institution_id', 'integer'],
      ['reportingPreferences', 'reporting_preferences', 'jsonb'],
      ['adjustments', 'adjustments', 'jsonb'],
    ],
  },
  shops: {
    table: 'shops',
    subject: 'shop',
    fields: [
      ['id', 'id', 'text'],
      ['partyID', 'party_id', 'text'],
      ['currency', 'currency', 'text'],
      ['categoryID', 'category_id', 'integer'],
      ['contractID', 'contract_id', 'text'],
      ['locationUrl', 'location_url', 'text'],
      ...NAMED,
      ['isBlocked', 'is_blocked', 'boolean'],
      ['terms', 'terms', 'jsonb'],
    ],
  },
  walletProviders: {
    table: 'wallet_providers',
    subject: 'walletProvider',
    fields: [
      ['id', 'id', 'text'],
      ['name', 'name', 'text'],
      ['residences', 'residences', 'text[]'],
      ['realm', 'realm', 'text'],
      ['destinationAuthorisation', 'destination_authorisation', 'text'],
      ['authorisationLifetimeSeconds', 'authorisation_lifetime_seconds', 'integer'],
      ['terms', 'terms', 'jsonb'],
    ],
  },
};
