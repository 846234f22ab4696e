import { eventContradictions } from './event-specification';
import { contradictions } from './specifications';

const invoice = {
  ...{ id: '1', shopID: 'shop', createdAt: '2026-11-21T12:00:00Z', dueDate: '2026-11-22T12:00:00Z', amount: 100 },
  ...{ currency: 'RUB', product: 'Чай', status: 'unpaid', metadata: { anything: { goes: [1] } } },
  cart: [{ product: 'Чай', quantity: 1, price: 100, cost: 100 }],
  bankAccount: { accountType: 'InvoiceRussianBankAccount', account: '40702810900000000001', bankBik: '044525225' },
};

const path = '/v2/processing/invoices/1';
const answered = (body: unknown) =>
  contradictions({ method: 'GET', path, status: 200, contentType: 'application/json', body });

test('a response with declared fields agrees with the specification', () => {
  expect(answered(invoice)).toEqual([]);
});

test.each<[string, object, string]>([
  ['at its top', { partyID: 'party' }, 'partyID'],
  ['in a list', { cart: [{ ...invoice.cart[0], secret: 1 }] }, 'secret'],
  ['in a form of a union', { bankAccount: { ...invoice.bankAccount, owner: 'Анна' } }, 'owner'],
])('a response with an undeclared field %s contradicts the specification', (_, fields, name) => {
  expect(answered({ ...invoice, ...fields }).join()).toContain(`must NOT have unevaluated properties: ${name}`);
});

test('a webhook message with an undeclared field contradicts the specification', () => {
  const { id, shopID, createdAt, dueDate, amount, currency, product, status, metadata } = invoice;
  const message = {
    ...{ eventID: 1, occuredAt: createdAt, topic: 'InvoicesTopic', eventType: 'InvoiceCreated' },
    invoice: { id, shopID, createdAt, dueDate, amount, currency, product, status, metadata },
  };
  expect(eventContradictions(message)).toEqual([]);
  const leaking = { ...message, invoice: { ...message.invoice, routes: [] } };
  expect(eventContradictions(leaking).join()).toContain('must NOT have unevaluated properties: routes');
});
