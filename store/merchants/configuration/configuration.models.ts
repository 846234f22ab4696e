import {
  DataTypes,
  Op,
  type FindOptions,
  type Model,
  type ModelAttributes,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import type { Database } from '../../postgres/database';
import { KINDS, TABLES, type ColumnType, type ConfigurationKind } from './configuration.tables';

type AnyModel = ModelStatic<Model<Record<string, unknown>>>;

/** Terms of a shop from a date on. */
export interface DatedTerms {
  validFrom: Date;
  terms: ShopTerms;
}

const TYPES = {
  text: DataTypes.TEXT,
  integer: DataTypes.INTEGER,
  boolean: DataTypes.BOOLEAN,
  timestamptz: DataTypes.DATE(6),
  jsonb: DataTypes.JSONB,
  'text[]': DataTypes.ARRAY(DataTypes.TEXT),
} as const satisfies Record<ColumnType, unknown>;

/** Whether the owner has suspended the entity, which is no part of the configuration. */
const SUSPENDED: ModelAttributes = { isSuspended: { type: DataTypes.BOOLEAN, field: 'is_suspended' } };

/** A kind that the operators' API lists one by one. */
export type ModelName = Exclude<ConfigurationKind, 'tradeBlocs' | 'serviceProviders'>;

/** The models of the configuration, which operators list and read; payments have statements of their own. */
export type ConfigurationModels = Record<ModelName, AnyModel>;

const opened = new WeakMap<Database, ConfigurationModels>();

export function getModels(database: Database): ConfigurationModels {
  const known = opened.get(database) ?? defineModels(database.modelConnection);
  opened.set(database, known);
  return known;
}

function defineModels(sequelize: Sequelize): ConfigurationModels {
  const models = Object.fromEntries(
    KINDS.map((kind) => [kind, sequelize.define(kind, getAttributes(kind), { tableName: TABLES[kind].table })]),
  ) as Record<ConfigurationKind, AnyModel>;
  const shopTerms = sequelize.define(
    'shopTerms',
    {
      shopID: { type: DataTypes.TEXT, field: 'shop_id', primaryKey: true },
      validFrom: { type: DataTypes.DATE(6), field: 'valid_from', primaryKey: true },
      terms: DataTypes.JSONB,
    },
    { tableName: 'shop_terms' },
  );
  const { parties, contracts, shops, paymentInstitutions, categories } = models;
  const unchecked = { constraints: false };
  parties.hasMany(contracts, { as: 'contracts', foreignKey: 'partyID', ...unchecked });
  parties.hasMany(shops, { as: 'shops', foreignKey: 'partyID', ...unchecked });
  contracts.belongsTo(paymentInstitutions, { as: 'institution', foreignKey: 'paymentInstitutionID', ...unchecked });
  shops.belongsTo(contracts, { as: 'contract', foreignKey: 'contractID', ...unchecked });
  shops.belongsTo(categories, { as: 'category', foreignKey: 'categoryID', ...unchecked });
  shops.hasMany(shopTerms, { as: 'history', foreignKey: 'shopID', ...unchecked });
  shops.hasMany(shopTerms, { as: 'scheduled', foreignKey: 'shopID', ...unchecked });
  shops.addScope('asOf', asOf);
  return models;
}

function getAttributes(kind: ConfigurationKind): ModelAttributes {
  const columns = TABLES[kind].fields.map(([field, column, type]) => [
    field,
    { type: TYPES[type], field: column, primaryKey: field === 'id' },
  ]);
  const owned = kind === 'parties' || kind === 'shops' ? SUSPENDED : {};
  return { ...(Object.fromEntries(columns) as ModelAttributes), ...owned, version: DataTypes.INTEGER };
}

/** A shop with its terms at a time and those scheduled later. */
function asOf(at: Date): FindOptions {
  const history = { association: 'history', separate: true, where: { validFrom: { [Op.lte]: at } } };
  const scheduled = { association: 'scheduled', separate: true, where: { validFrom: { [Op.gt]: at } } };
  return {
    include: [
      { ...history, order: [['validFrom', 'DESC']], limit: 1 },
      { ...scheduled, order: [['validFrom', 'ASC']] },
    ],
  };
}
