import type {
  Category,
  PaymentInstitution,
  ServiceProvider,
  TradeBloc,
} from '../../../domain/merchants/reference-data/reference-data';
import { statement, type Database } from '../../postgres/database';
import { getByID, listAll, listByID } from '../../postgres/readers';

const CATEGORIES = statement<Category>('categories-list', 'SELECT id, name, description FROM categories ORDER BY id');

export const listCategories = listAll(CATEGORIES);

const CATEGORY = statement<Category>('categories-find', 'SELECT id, name, description FROM categories WHERE id = $1');

/** @throws Refusal notFound */
export const getCategory = getByID<Category, number>(CATEGORY, 'Category');

const TRADE_BLOCS = statement<TradeBloc>(
  'trade-blocs-list',
  'SELECT id, name, description, countries FROM trade_blocs ORDER BY id',
);

export const listTradeBlocs = listAll(TRADE_BLOCS);

const SERVICE_PROVIDER = statement<ServiceProvider>(
  'service-providers-find',
  'SELECT id, brand_name AS "brandName", category, metadata FROM service_providers WHERE id = $1',
);

/** @throws Refusal notFound */
export const getServiceProvider = getByID(SERVICE_PROVIDER, 'Service provider');

const SERVICE_PROVIDERS = statement<Omit<ServiceProvider, 'metadata'>>(
  'service-providers-list',
  'SELECT id, brand_name AS "brandName", category FROM service_providers WHERE id = ANY ($1) ORDER BY id',
);

/** Lists the known ones of the given providers. */
export const listServiceProviders = listByID<Omit<ServiceProvider, 'metadata'>, readonly string[]>(SERVICE_PROVIDERS);

const INSTITUTION = 'id, name, description, residences, realm, terms';

const INSTITUTIONS = statement<PaymentInstitution>(
  'payment-institutions-list',
  `SELECT ${INSTITUTION} FROM payment_institutions
   WHERE ($1::text IS NULL OR $1 = ANY (residences)) AND ($2::text IS NULL OR realm = $2) ORDER BY id`,
);

export async function listPaymentInstitutions(
  database: Database,
  { residence, realm }: { residence?: string | undefined; realm?: PaymentInstitution['realm'] | undefined },
): Promise<PaymentInstitution[]> {
  return database.run(INSTITUTIONS, [residence ?? null, realm ?? null]);
}

const FIND_INSTITUTION = statement<PaymentInstitution>(
  'payment-institutions-find',
  `SELECT ${INSTITUTION} FROM payment_institutions WHERE id = $1`,
);

/** @throws Refusal notFound */
export const getPaymentInstitution = getByID<PaymentInstitution, number>(FIND_INSTITUTION, 'Payment institution');
