import { eraseBody, eraseMetadata, eraseTexts, toMetadataKeys } from './erased';

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

test.each([null, 7, 'text', [], {}])('erasing %j twice equals erasing it once', (value) => {
  expect(eraseMetadata(value, keys)).toEqual(value);
  expect(eraseBody(eraseBody({ metadata: value }, keys), keys)).toEqual(eraseBody({ metadata: value }, keys));
});
