import { eraseBody, eraseMetadata, eraseTexts, hasErasedData, toMetadataKeys } from './erased';
import { maskBody, maskContacts } from './mask-body';

const keys = toMetadataKeys(['email', 'Phone']);

test('a message keeps amounts, ids and codes, and loses contact, address and device', () => {
  const body = {
    eventID: 7,
    payment: {
      id: '1',
      amount: 100,
      contactInfo: { email: 'a@b.example', phoneNumber: '+79161234567' },
      payer: { clientInfo: { ip: '203.0.113.7', fingerprint: 'f' }, paymentToolDetails: { paymentSystem: 'visa' } },
      metadata: { EMAIL: 'a@b.example', order: 'A-1', list: [{ phone: '7' }] },
    },
    customer: { id: 'c', shopID: 's', contactInfo: { email: 'a@b.example' } },
    withdrawal: { customer: { firstName: 'Anna' }, billingAddress: { city: 'Omsk', countryCode: 'RU' } },
  };
  expect(eraseBody(body, keys)).toEqual({
    eventID: 7,
    payment: {
      id: '1',
      amount: 100,
      contactInfo: { email: 'erased@erased.invalid', phoneNumber: '+0000' },
      payer: { clientInfo: { ip: '0.0.0.0', fingerprint: 'erased' }, paymentToolDetails: { paymentSystem: 'visa' } },
      metadata: { EMAIL: 'erased', order: 'A-1', list: [{ phone: 'erased' }] },
    },
    customer: { id: 'c', shopID: 's', contactInfo: { email: 'erased@erased.invalid' } },
    withdrawal: { customer: { firstName: 'erased' }, billingAddress: { city: 'erased', countryCode: 'RU' } },
  });
});

test('bank details keep the bank and the form of numbers', () => {
  const resource = { type: 'BankTransferSEPA', accountName: 'Anna', iban: 'DE89 3704', bank: { bic: 'COBADEFF' } };
  expect(eraseTexts(resource)).toEqual({
    type: 'BankTransferSEPA',
    accountName: 'erased',
    iban: 'XX00 0000',
    bank: { bic: 'COBADEFF' },
  });
});

test('the message about a new destination loses its name, which is often that of its owner', () => {
  const destination = { id: 'd', name: 'Maria Petrova', resource: { type: 'BankTransferIND', accountName: 'Maria' } };
  expect(eraseBody({ destination }, keys)).toEqual({
    destination: { id: 'd', name: 'erased', resource: { type: 'BankTransferIND', accountName: 'erased' } },
  });
});

const MESSAGE = {
  eventID: 7,
  payment: {
    amount: 100,
    contactInfo: { email: 'anna@b.example', phoneNumber: '+79161234567' },
    payer: {
      clientInfo: { ip: '203.0.113.7', fingerprint: 'f' },
      paymentToolDetails: { bin: '424242', lastDigits: '4242', phoneNumberMask: '+7******67' },
    },
    metadata: { order: 'A-1', items: [{ id: 7, note: null }] },
  },
};

test('a masked message shows the form of contacts and the names of metadata', () => {
  expect(maskBody(MESSAGE)).toEqual({
    eventID: 7,
    payment: {
      amount: 100,
      contactInfo: { email: 'a***@b.example', phoneNumber: '***4567' },
      payer: {
        clientInfo: { ip: '***', fingerprint: '***' },
        paymentToolDetails: { bin: '424242', lastDigits: '4242', phoneNumberMask: '+7******67' },
      },
      metadata: { order: '***', items: [{ id: '***', note: null }] },
    },
  });
  const resource = { type: 'BankTransferJPY', accountName: 'Anna', accountNumber: '1234567', bank: { name: 'Mizuho' } };
  expect(maskBody({ destination: { name: 'Anna', resource } })).toEqual({
    destination: { name: '***', resource: { ...resource, accountName: '***', accountNumber: '***' } },
  });
});

test.each([
  ['contacts', MESSAGE],
  ['metadata', { invoice: { metadata: { list: [{ Phone: '7' }] } } }],
  [
    'a wallet',
    { destination: { resource: { type: 'CryptoWallet', cryptoWalletId: 'bc1qxy2kg', currency: 'Bitcoin' } } },
  ],
])('a message with %s differs from its erased form', (_, message) => {
  expect([hasErasedData(message), hasErasedData(eraseBody(message, keys))]).toEqual([false, true]);
});

test('a message without personal data is never one whose data were erased', () => {
  const message = { eventID: 7, invoice: { id: 'a', metadata: { order: 'A-1' }, reason: 'erased', constructor: 'x' } };
  expect(hasErasedData(eraseBody(message, keys))).toBe(false);
});

test('contacts in a text are masked', () => {
  const text = '{"got":{"email":"anna@b.example","phone":"+79161234567"}} see 79161234567890';
  expect(maskContacts(text)).toBe('{"got":{"email":"a***@b.example","phone":"***4567"}} see 79161234567890');
  expect(maskContacts('@'.repeat(50_000))).toHaveLength(50_000);
});

test.each([null, 7, 'text', [], {}])('erasing %j twice equals erasing it once', (value) => {
  expect(eraseMetadata(value, keys)).toEqual(value);
  expect(eraseBody(eraseBody({ metadata: value }, keys), keys)).toEqual(eraseBody({ metadata: value }, keys));
});
