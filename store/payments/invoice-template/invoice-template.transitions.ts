import type { InvoiceTemplate } from '../../../domain/payments/invoice-template/invoice-template';
import { assertSoundTemplate } from '../../../domain/payments/invoice-template/template-rules';
import { assignments, toValues } from '../../postgres/columns';
import { statement } from '../../postgres/database';
import { getOperableShop } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { lockInvoiceTemplate, type InvoiceTemplateRef } from './invoice-template.queries';
import { INVOICE_TEMPLATE_COLUMNS } from './invoice-template.table';

const CHANGING = ['name', 'description', 'lifetime', 'details', 'metadata', 'randomizeAmount'] as const;

/** Changes of a template; missing fields keep their values. */
export type InvoiceTemplateChanges = Partial<Pick<InvoiceTemplate, (typeof CHANGING)[number]>>;

const UPDATE = statement(
  'invoice-template-update',
  `UPDATE invoice_templates SET ${assignments(INVOICE_TEMPLATE_COLUMNS, CHANGING, 2)} WHERE id = $1`,
);

/**
 * Changes a template but not its invoices.
 * @throws Refusal notFound, invalidPartyStatus, invalidShopStatus, and as `assertSoundTemplate`
 */
export async function updateInvoiceTemplate(
  store: Store,
  ref: InvoiceTemplateRef,
  changes: InvoiceTemplateChanges,
): Promise<InvoiceTemplate> {
  return store.database.transaction(async (tx) => {
    const template = await lockInvoiceTemplate(store.database, ref, tx);
    await getOperableShop(store.database, template, tx);
    const next: InvoiceTemplate = { ...template, ...changes };
    assertSoundTemplate(next, new Date());
    const values = toValues(next, INVOICE_TEMPLATE_COLUMNS, CHANGING);
    await store.database.run(UPDATE, [template.id, ...values], tx);
    return next;
  });
}

const DELETE = statement('invoice-template-delete', 'UPDATE invoice_templates SET deleted_at = now() WHERE id = $1');

/** @throws Refusal notFound, invalidPartyStatus, invalidShopStatus */
export async function deleteInvoiceTemplate(store: Store, ref: InvoiceTemplateRef): Promise<void> {
  await store.database.transaction(async (tx) => {
    const template = await lockInvoiceTemplate(store.database, ref, tx);
    await getOperableShop(store.database, template, tx);
    await store.database.run(DELETE, [template.id], tx);
  });
}
