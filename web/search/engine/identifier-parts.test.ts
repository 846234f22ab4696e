import { identifierParts } from './identifier-parts';

test.each([
  ['createInvoice', ['create', 'invoice']],
  ['invoiceID', ['invoice', 'id']],
  ['InsufficientFunds', ['insufficient', 'funds']],
  ['X-Request-ID', ['x', 'request', 'id']],
  ['insufficient_funds', ['insufficient', 'funds']],
  ['HTTPSServer', ['https', 'server']],
  ['getW2WTransfer', ['get', 'w', '2', 'transfer']],
  ['sha256', []],
  ['платёж', []],
  ['POST', []],
])('%s consists of %j', (word, parts) => {
  expect(identifierParts(word)).toEqual(parts);
});
