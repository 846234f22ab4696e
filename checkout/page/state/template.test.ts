import type { ApiClient } from '../api/client';
import { readTemplate } from './template';

test.each([
  [
    { costType: 'InvoiceTemplateLineCostRange', currency: 'RUB', range: { lowerBound: 100, upperBound: 500 } },
    { currency: 'RUB', min: 100, max: 500 },
  ],
  [{ costType: 'InvoiceTemplateLineCostUnlim' }, { currency: 'RUB' }],
  [{ costType: 'InvoiceTemplateLineCostFixed', currency: 'RUB', amount: 100 }, undefined],
])('a template with the price %j asks for the amount %j', async (price, amountRequest) => {
  const details = { templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price };
  const call = (() => Promise.resolve({ id: 'template', currency: 'RUB', details })) as ApiClient;
  const offer = await readTemplate(call, { id: 'template', token: 'token', options: {} });
  expect(offer.amountRequest).toEqual(amountRequest);
});
