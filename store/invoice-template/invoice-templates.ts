import type { InvoiceTemplate } from '../../domain/invoice-template/invoice-template';
import { assertSoundTemplate } from '../../domain/invoice-template/template-rules';
import { assignments, insertText, selectList, valuesOf } from '../columns';
import { statement } from '../database';
import { newId } from '../id';
import { createOnce, type Existing } from '../idempotency';
import { operableShop } from '../shop/shop.queries';
import type { Store } from '../store';
import { INVOICE_TEMPLATE_COLUMNS } from './invoice-template.table';
import { lockInvoiceTemplate, type InvoiceTemplateRef } from './invoice-template.queries';

/** What a merchant gives for a new template. */
export type NewInvoiceTemplate = Omit<InvoiceTemplate, 'id' | 'createdAt'>;

const INSERT = statement(
  'invoice-template-insert',
  insertText('invoice_templates', INVOICE_TEMPLATE_COLUMNS, ['parameters_hash']),
);

const FIND_EXISTING = statement<InvoiceTemplate & Existing>(
  'invoice-template-find-existing',
  `SELECT ${selectList(INVOICE_TEMPLATE_COLUMNS, 't')}, parameters_hash AS "parametersHash"
   FROM invoice_templates t WHERE party_id = $1 AND external_id = $2 AND deleted_at IS NULL`,
);

/**
 * Creates a template. Under an external id that the party has used, the first one is returned where the parameters are
 * the same.
 * @throws Refusal invalidShopID, invalidPartyStatus, invalidShopStatus, externalIDConflict, and as `assertSoundTemplate`
 */
export async function createInvoiceTemplate(
  store: Store,
  given: NewInvoiceTemplate,
  now = new Date(),
): Promise<InvoiceTemplate> {
  const { shopID, lifetime, details } = given;
  const request = { ...given, compared: { shopID, lifetime, details }, index: 'invoice_templates_external_id' };
  return createOnce(store.database, { ...request, findExisting: FIND_EXISTING }, async (hash) => {
    await operableShop(store.database, given);
    assertSoundTemplate(given);
    const template: InvoiceTemplate = { ...given, id: newId(now), createdAt: now };
    await store.database.run(INSERT, [...valuesOf(template, INVOICE_TEMPLATE_COLUMNS), hash]);
    return template;
  });
}

const CHANGING = ['name', 'description', 'lifetime', 'details', 'metadata', 'randomizeAmount'] as const;

/** What may be changed of a template; what is not named stays. */
export type InvoiceTemplateChanges = Partial<Pick<InvoiceTemplate, (typeof CHANGING)[number]>>;

const UPDATE = statement(
  'invoice-template-update',
  `UPDATE invoice_templates SET ${assignments(INVOICE_TEMPLATE_COLUMNS, CHANGING, 2)} WHERE id = $1`,
);

/**
 * Changes a template; invoices that were made of it stay as they are.
 * @throws Refusal notFound, invalidPartyStatus, invalidShopStatus, and as `assertSoundTemplate`
 */
export async function updateInvoiceTemplate(
  store: Store,
  ref: InvoiceTemplateRef,
  changes: InvoiceTemplateChanges,
): Promise<InvoiceTemplate> {
  return store.database.transaction(async (tx) => {
    const template = await lockInvoiceTemplate(store.database, ref, tx);
    await operableShop(store.database, template, tx);
    const next: InvoiceTemplate = { ...template, ...changes };
    assertSoundTemplate(next);
    const values = valuesOf(next, INVOICE_TEMPLATE_COLUMNS, CHANGING);
    await store.database.run(UPDATE, [template.id, ...values], tx);
    return next;
  });
}

const DELETE = statement('invoice-template-delete', 'UPDATE invoice_templates SET deleted_at = now() WHERE id = $1');

/** Deletes a template: from then on it is not found. @throws Refusal notFound, invalidPartyStatus, invalidShopStatus */
export async function deleteInvoiceTemplate(store: Store, ref: InvoiceTemplateRef): Promise<void> {
  await store.database.transaction(async (tx) => {
    const template = await lockInvoiceTemplate(store.database, ref, tx);
    await operableShop(store.database, template, tx);
    await store.database.run(DELETE, [template.id], tx);
  });
}
