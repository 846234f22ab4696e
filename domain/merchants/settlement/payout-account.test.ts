import { toPayoutDestination } from './payout-account';

const name = 'ООО Ромашка';
const account = { number: '40702810938000012345' };
const iban = 'DE89370400440532013000';

test.each([
  [
    'roubles',
    'RUB',
    { account, bic: '044525225', correspondentAccount: '30101810400000000225', inn: '7707083893' },
    {
      ...{ type: 'BankTransferRUB', account: account.number, bankBik: '044525225' },
      ...{ bankPostAccount: '30101810400000000225', inn: '7707083893' },
    },
  ],
  [
    'a phone',
    'RUB',
    { account, bic: '044525225', phoneNumber: '+79161234567' },
    {
      ...{ type: 'FastPaymentSystemTransfer', phoneNumber: '+79161234567', bankBik: '044525225' },
    },
  ],
  ['euros', 'EUR', { account: { iban }, bic: 'COBADEFF' }, { type: 'BankTransferSEPA', iban, bic: 'COBADEFF' }],
  ['an IBAN in dollars', 'USD', { account: { iban } }, { type: 'BankTransferSWIFT', iban }],
  [
    'a number abroad',
    'USD',
    { account: { number: '1' }, bic: 'CHASUS33' },
    {
      ...{ type: 'BankTransferSWIFT', accountNumber: '1', bank: { bic: 'CHASUS33' } },
    },
  ],
])('a connector pays %s to the account of a shop', (_, currency, party, destination) => {
  expect(toPayoutDestination({ name, ...party }, currency)).toEqual({ accountName: name, ...destination });
});
