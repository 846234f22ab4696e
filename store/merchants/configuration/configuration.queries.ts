import { Op, type FindOptions, type Model, type ModelStatic, type WhereOptions } from 'sequelize';
import type { Contract } from '../../../domain/merchants/contract/contract';
import { notFound, Refusal } from '../../../domain/platform/errors/refusal';
import {
  toContractForm,
  toInstitutionForm,
  toListForm,
  toPartyForm,
  toShopForm,
  toTermsForm,
  toWalletProviderForm,
  type FileForm,
} from '../../../domain/merchants/reference-data/file-form';
import type {
  ConfiguredParty,
  ConfiguredShop,
  PaymentInstitution,
} from '../../../domain/merchants/reference-data/reference-data';
import { fromContractRow, type ContractRow } from '../contract/contract.queries';
import type { Database } from '../../postgres/database';
import { classifyFailure } from '../../postgres/database-failure';
import { fromProviderRow, type WalletProviderRow } from '../../wallets/wallet-provider/wallet-provider.queries';
import { getModels, type DatedTerms, type ModelName } from './configuration.models';
import { TABLES } from './configuration.tables';

/** A configured entity with its version. */
export interface VersionedEntity {
  id: string;
  version: number;
  form: FileForm;
  isSuspended?: boolean;
  /** Terms that come into force later, the next ones first. */
  scheduledTerms?: { validFrom: Date; terms: FileForm }[];
}

export interface EntityFilters {
  partyID?: string | undefined;
  contractID?: string | undefined;
  institutionID?: number | undefined;
  categoryID?: number | undefined;
  isBlocked?: boolean | undefined;
  realm?: string | undefined;
}

interface EntityListRequest {
  filters?: EntityFilters;
  limit: number;
  /** The id of the last entity of the page before. */
  after?: string | undefined;
  /** When the listed terms of shops are in force; now by default. */
  at?: Date | undefined;
}

/** Lists configured entities by id. */
export async function listVersioned(
  database: Database,
  kind: ModelName,
  { filters = {}, limit, after, at }: EntityListRequest,
): Promise<VersionedEntity[]> {
  const from = after === undefined ? undefined : toKey(kind, after);
  if (from === null) return [];
  const { institutionID, ...own } = filters;
  const paging = from === undefined ? [] : [{ id: { [Op.gt]: from } }];
  const where: WhereOptions = { [Op.and]: [...paging, toWhere(kind, own)] };
  return find(database, kind, { where, at, institutionID, limit });
}

/** @throws Refusal notFound */
export async function getVersioned(
  database: Database,
  kind: ModelName,
  { id, at }: { id: string; at?: Date | undefined },
): Promise<VersionedEntity> {
  const key = toKey(kind, id);
  const [found] = key === null ? [] : await find(database, kind, { where: { id: key }, at, limit: 1 });
  if (!found) throw notFound(TABLES[kind].subject);
  return found;
}

const MAX_INTEGER = 2 ** 31 - 1;

/** The primary key; null if no entity can have it. */
function toKey(kind: ModelName, id: string): string | number | null {
  if (TABLES[kind].fields[0]?.[2] !== 'integer') return id;
  return /^-?\d{1,10}$/.test(id) && Math.abs(Number(id)) <= MAX_INTEGER ? Number(id) : null;
}

/** @throws Refusal invalidRequest for a condition that the kind does not have */
function toWhere(kind: ModelName, filters: object): WhereOptions {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const other = given.find(([name]) => !TABLES[kind].fields.some(([field]) => field === name));
  if (other) throw new Refusal('invalidRequest', `${other[0]}: is no filter of ${kind}`);
  return Object.fromEntries<unknown>(given);
}

interface Search {
  where: WhereOptions;
  at: Date | undefined;
  institutionID?: number | undefined;
  limit: number;
}

type Found = Record<string, unknown> & { id: string | number; version: number };

async function find(
  database: Database,
  kind: ModelName,
  { where, at = new Date(), institutionID, limit }: Search,
): Promise<VersionedEntity[]> {
  const models = getModels(database);
  const model = kind === 'shops' ? models.shops.scope({ method: ['asOf', at] }) : models[kind];
  const options: FindOptions = { where, order: [['id', 'ASC']], limit };
  if (institutionID !== undefined && kind === 'shops') {
    options.include = [
      { association: 'contract', attributes: [], required: true, where: { paymentInstitutionID: institutionID } },
    ];
  } else if (institutionID !== undefined) {
    options.where = { [Op.and]: [where, toWhere(kind, { paymentInstitutionID: institutionID })] };
  }
  try {
    const found: Model<Found>[] = await (model as ModelStatic<Model<Found>>).findAll(options);
    return found.map((each) => present(kind, each.get({ plain: true })));
  } catch (error) {
    throw classifyFailure((error as { parent?: unknown }).parent ?? error, { mayBeCommitted: false });
  }
}

function present(kind: ModelName, row: Found): VersionedEntity {
  const { id, version, isSuspended, ...entity } = row;
  const fields = { ...entity, id };
  const shared = {
    ...{ id: String(id), version, form: toForm[kind](fields as never) },
    ...(typeof isSuspended === 'boolean' && { isSuspended }),
  };
  if (kind !== 'shops') return shared;
  const scheduled = row['scheduled'] as DatedTerms[];
  return {
    ...shared,
    scheduledTerms: scheduled.map(({ validFrom, terms }) => ({ validFrom, terms: toTermsForm(terms) })),
  };
}

const toForm: Record<ModelName, (row: never) => FileForm> = {
  categories: ({ id, name, description }: { id: number; name: string; description: string }) =>
    toListForm({ id, ...{ name, description } }),
  paymentInstitutions: (row: PaymentInstitution) => toInstitutionForm(row),
  parties: (row: ConfiguredParty) => toPartyForm(row),
  contracts: (row: ContractRow) => withParty(fromContractRow(row)),
  shops: ({ history, ...shop }: ConfiguredShop & { partyID: string; history: DatedTerms[] }) => ({
    party: shop.partyID,
    ...toShopForm({ ...shop, terms: history[0]?.terms ?? shop.terms }),
  }),
  walletProviders: (row: WalletProviderRow) => toWalletProviderForm(fromProviderRow(row)),
};

function withParty(contract: Contract): FileForm {
  return { party: contract.partyID, ...toContractForm(contract) };
}
