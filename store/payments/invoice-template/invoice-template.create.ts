import type { InvoiceTemplate } from '../../../domain/payments/invoice-template/invoice-template';
import { assertSoundTemplate } from '../../../domain/payments/invoice-template/template-rules';
import { insertText, selectList, toValues } from '../../postgres/columns';
import { lookup, statement } from '../../postgres/database';
import { newId } from '../../id';
import { createOnce, type Existing } from '../../idempotency';
import { getOperableShop } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { INVOICE_TEMPLATE_COLUMNS } from './invoice-template.table';

export type NewInvoiceTemplate = Omit<InvoiceTemplate, 'id' | 'createdAt'>;

const INSERT = statement(
  'invoice-template-insert',
  insertText('invoice_templates', INVOICE_TEMPLATE_COLUMNS, ['parameters_hash']),
);

const FIND_EXISTING = lookup<InvoiceTemplate & Existing>(
  'invoice-template-find-existing',
  `SELECT ${selectList(INVOICE_TEMPLATE_COLUMNS, 't')}, parameters_hash AS "parametersHash"
   FROM invoice_templates t WHERE party_id = $1 AND external_id = $2 AND deleted_at IS NULL`,
);

/**
 * Creates a template, idempotent by external id.
 * @throws Refusal invalidShopID, invalidPartyStatus, invalidShopStatus, externalIDConflict, and as
 * `assertSoundTemplate`
 */
export async function createInvoiceTemplate(
  store: Store,
  given: NewInvoiceTemplate,
  now = new Date(),
): Promise<InvoiceTemplate> {
  const { shopID, lifetime, details, name, description, metadata, randomizeAmount } = given;
  const request = {
    ...{ ...given, compared: { shopID, lifetime, details, name, description, metadata, randomizeAmount } },
    index: 'invoice_templates_external_id',
  };
  return createOnce(store.database, { ...request, findExisting: FIND_EXISTING }, async (hash) => {
    await getOperableShop(store.database, given);
    assertSoundTemplate(given, now);
    const template: InvoiceTemplate = { ...given, id: newId(now), createdAt: now };
    await store.database.run(INSERT, [...toValues(template, INVOICE_TEMPLATE_COLUMNS), hash]);
    return template;
  });
}
