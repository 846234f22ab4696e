import type { QueryInterface } from 'sequelize';
import type { MigrationParams } from 'umzug';
import { audit } from './baseline/audit';
import { customers } from './baseline/customers';
import { configuration } from './baseline/configuration';
import { connectors } from './baseline/connectors';
import { encryption } from './baseline/encryption';
import { invoices } from './baseline/invoices';
import { ledger } from './baseline/ledger';
import { operators } from './baseline/operators';
import { parties } from './baseline/parties';
import { payments } from './baseline/payments';
import { reconciliation } from './baseline/reconciliation';
import { referenceData } from './baseline/reference-data';
import { refunds } from './baseline/refunds';
import { reports } from './baseline/reports';
import { settlement } from './baseline/settlement';
import { settlementReports } from './baseline/settlement-reports';
import { statistics } from './baseline/statistics';
import { wallets } from './baseline/wallets';
import { webhooks } from './baseline/webhooks';
import { withdrawals } from './baseline/withdrawals';
import { workflows } from './baseline/workflows';

/** In the order of their references. */
const SCHEMA = [
  parties,
  referenceData,
  ledger,
  invoices,
  customers,
  payments,
  refunds,
  wallets,
  withdrawals,
  reports,
  webhooks,
  workflows,
  reconciliation,
  audit,
  encryption,
  operators,
  configuration,
  connectors,
  statistics,
  settlement,
  settlementReports,
];

const NAME = /CREATE (TABLE|SEQUENCE|FUNCTION) (\w+)/g;

/** The schema of version 0.1.0. */
export async function up({ context }: MigrationParams<QueryInterface>): Promise<void> {
  await context.sequelize.query(SCHEMA.join(''));
}

export async function down({ context }: MigrationParams<QueryInterface>): Promise<void> {
  const created = [...SCHEMA.join('').matchAll(NAME)].reverse();
  await context.sequelize.query(created.map(([, kind, name]) => `DROP ${kind} ${name} CASCADE`).join(';'));
}
