// Run by `npm run clients` with the packed package and the message of a real webhook.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isSigned, paymentsClient, readEvent, requestID, walletsClient, WebhookRefused } from '@holdfast/client';

const { HOLDFAST_API_URL: url, HOLDFAST_API_KEY: apiKey, HOLDFAST_SHOP_ID: shopID } = process.env;

const payments = paymentsClient({ url, apiKey });
const dueDate = new Date(Date.now() + 3_600_000).toISOString();
const body = { shopID, dueDate, amount: 1000, currency: 'RUB', product: 'book', metadata: { order: 'A-7' } };
const created = await payments.POST('/processing/invoices', { params: { header: requestID() }, body });
const invoiceID = created.data?.invoice.id;
const read = await payments.GET('/processing/invoices/{invoiceID}', {
  params: { header: requestID(), path: { invoiceID } },
});
assert.equal(read.data?.amount, 1000, JSON.stringify({ created, read }));

const wallets = walletsClient({ url, apiKey });
const identityID = process.env.HOLDFAST_IDENTITY_ID;
const identity = await wallets.GET('/identities/{identityID}', {
  params: { header: requestID(), path: { identityID } },
});
assert.equal(identity.data?.id, identityID, JSON.stringify(identity.error));

const message = {
  body: readFileSync(process.env.WEBHOOK_BODY_FILE),
  signature: process.env.CONTENT_SIGNATURE,
  publicKey: process.env.WEBHOOK_PUBLIC_KEY,
};
const refusal = (reason) => (error) => error instanceof WebhookRefused && error.reason === reason;
/** @type {import('@holdfast/client').PaymentsEvent} */
const event = readEvent(message, { maxAgeMs: 3_600_000 });
assert.equal(event.eventType === 'InvoiceCreated' && event.invoice.shopID, shopID);
assert.throws(() => readEvent(message, { maxAgeMs: 1 }), refusal('age'));
assert.throws(
  () => readEvent({ ...message, body: Buffer.concat([message.body, Buffer.from(' ')]) }),
  refusal('signature'),
);
assert.equal(isSigned({ ...message, signature: message.signature.replace(/digest=.{8}/, 'digest=AAAAAAAA') }), false);
assert.equal(isSigned({ ...message, signature: message.signature.replace('RS256', 'none') }), false);
assert.equal(isSigned({ ...message, signature: undefined }), false);
