import type { AuditedType } from '../../../domain/operators/audit/audited-type';
import {
  toContractForm,
  toInstitutionForm,
  toListForm,
  toPartyForm,
  toShopForm,
  toWalletProviderForm,
  type FileForm,
} from '../../../domain/merchants/reference-data/file-form';
import type { ReferenceData } from '../../../domain/merchants/reference-data/reference-data';
import { KINDS, TABLES, type ConfigurationKind } from './configuration.tables';

/** A configured entity, as it is stored and as a file describes it. */
export interface StoredEntity {
  kind: ConfigurationKind;
  /** Its type in the audit log. */
  subject: AuditedType;
  id: string;
  row: object;
  form: FileForm;
}

/** An entity that a change creates or alters. */
export interface ChangedEntity {
  entity: StoredEntity;
  /** As it is on record; undefined at a creation. */
  known: StoredEntity | undefined;
  before: FileForm | null;
  after: FileForm;
}

/** Lists the entities of reference data, referenced kinds first. */
export function listEntities(data: ReferenceData): StoredEntity[] {
  const { parties } = data;
  const rows: { [Kind in ConfigurationKind]: { row: { id: string | number }; form: FileForm }[] } = {
    categories: data.categories.map((row) => ({ row, form: toListForm(row) })),
    tradeBlocs: data.tradeBlocs.map((row) => ({ row, form: toListForm(row) })),
    serviceProviders: data.serviceProviders.map((row) => ({ row, form: toListForm(row) })),
    paymentInstitutions: data.paymentInstitutions.map((row) => ({ row, form: toInstitutionForm(row) })),
    parties: parties.map((row) => ({ row, form: toPartyForm(row) })),
    contracts: parties.flatMap(({ id: partyID, contracts }) =>
      contracts.map((row) => ({ row: { ...row, partyID }, form: { party: partyID, ...toContractForm(row) } })),
    ),
    shops: parties.flatMap(({ id: partyID, shops }) =>
      shops.map((row) => ({ row: { ...row, partyID }, form: { party: partyID, ...toShopForm(row) } })),
    ),
    walletProviders: data.walletProviders.map((row) => ({ row, form: toWalletProviderForm(row) })),
  };
  return KINDS.flatMap((kind) =>
    rows[kind].map((each) => ({ ...each, kind, subject: TABLES[kind].subject, id: String(each.row.id) })),
  );
}
