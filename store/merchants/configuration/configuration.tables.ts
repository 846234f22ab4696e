import { toColumnName } from '../../postgres/columns';
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

/** Reads `id text, partyID text`: each field, its column and its type. */
function fields(text: string): ConfigurationField[] {
  return text.split(', ').map((each) => {
    const [field = '', type] = each.split(' ');
    return [field, toColumnName(field), type as ColumnType];
  });
}

/** The configured columns; statements and models are made of them. */
export const TABLES: Record<ConfigurationKind, ConfigurationTable> = {
  categories: {
    table: 'categories',
    subject: 'category',
    fields: fields('id integer, name text, description text'),
  },
  tradeBlocs: {
    table: 'trade_blocs',
    subject: 'tradeBloc',
    fields: fields('id text, name text, description text, countries text[]'),
  },
  serviceProviders: {
    table: 'service_providers',
    subject: 'serviceProvider',
    fields: fields('id text, brandName text, category text, metadata jsonb'),
  },
  paymentInstitutions: {
    table: 'payment_institutions',
    subject: 'paymentInstitution',
    fields: fields('id integer, name text, description text, residences text[], realm text, terms jsonb'),
  },
  parties: { table: 'parties', subject: 'party', fields: fields('id text, isBlocked boolean, webhookLimit integer') },
  contracts: {
    table: 'contracts',
    subject: 'contract',
    fields: fields(
      'id text, partyID text, createdAt timestamptz, status text, validSince timestamptz, validUntil timestamptz, ' +
        'terminatedAt timestamptz, contractor jsonb, legalAgreement jsonb, paymentInstitutionID integer, ' +
        'reportingPreferences jsonb, adjustments jsonb',
    ),
  },
  shops: {
    table: 'shops',
    subject: 'shop',
    fields: fields(
      'id text, partyID text, currency text, categoryID integer, contractID text, locationUrl text, name text, ' +
        'description text, isBlocked boolean, terms jsonb',
    ),
  },
  walletProviders: {
    table: 'wallet_providers',
    subject: 'walletProvider',
    fields: fields(
      'id text, name text, residences text[], realm text, destinationAuthorisation text, ' +
        'authorisationLifetimeSeconds integer, terms jsonb',
    ),
  },
};
