import { Refusal } from '../../platform/errors/refusal';
import { assertValidResource, resourceFaults } from './destination-resource.checks';
import type { DestinationResource } from './destination-resource';
import type { IbanRegistry } from './schemes/iban';

const registry: IbanRegistry = { isKnown: () => true, isSepaCountry: (country) => country === 'DE' };

const resources = {
  card: { type: 'BankCardDestinationResource', token: 'card-token' },
  crypto: {
    type: 'CryptoWalletDestinationResource',
    id: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    currency: 'Bitcoin',
  },
  wallet: { type: 'DigitalWalletDestinationResource', id: 'user@example.com', provider: 'webmoney' },
  japan: {
    type: 'BankTransferJPY',
    accountName: 'ヤマダ',
    accountNumber: '1234567',
    bank: { name: 'MUFG', branchName: 'Honten' },
  },
  india: {
    type: 'BankTransferIND',
    accountName: 'A',
    accountNumber: '50100012345',
    bank: { name: 'HDFC', branchCode: 'HDFC0000060' },
  },
  argentina: {
    type: 'BankTransferARG',
    accountNumberType: 'CBU',
    accountNumber: '2850590940090418135201',
    taxID: '20123456786',
  },
  sepa: { type: 'BankTransferSEPA', accountName: 'A', iban: 'DE89370400440532013000', bic: 'COBADEFF' },
  pix: { type: 'BankTransferPIX', pixKeyType: 'CPF', pixKey: '11144477735' },
  turkey: { type: 'BankTransferTRY', accountName: 'A', iban: 'TR330006100519786457841326' },
  philippines: { type: 'BankTransferPHP', accountName: 'A', accountNumber: '09171234567', bank: { bic: 'BOPIPHMM' } },
  korea: { type: 'BankTransferKRW', accountName: 'A', accountNumber: '11022345678', bankCode: '088' },
  pakistan: { type: 'BankTransferPKR', accountName: 'A', iban: 'PK36SCBL0000001123456702' },
  nigeria: { type: 'BankTransferNGN', accountName: 'A', bankCode: '011', accountNumber: '0000014579' },
  britain: { type: 'BankTransferUK', accountName: 'A', sortCode: '200415', accountNumber: '38290008' },
  swift: {
    type: 'BankTransferSWIFT',
    accountName: 'A',
    accountNumber: '000123456789',
    bank: { bic: 'CHASUS33', aba: '021000021', countryCode: 'US' },
  },
  russia: {
    type: 'BankTransferRUB',
    accountName: 'A',
    account: '40702810938000012345',
    bankBik: '044525225',
    bankPostAccount: '30101810400000000225',
    inn: '7707083893',
  },
  kazakhstan: { type: 'MobileTransferKZ', phoneNumber: '+77011234567' },
  sbp: { type: 'FastPaymentSystemTransfer', phoneNumber: '+79161234567', bankBik: '044525225' },
} satisfies Record<string, DestinationResource>;

describe('destination resource checks', () => {
  it.each(Object.values(resources).map((resource): [string, DestinationResource] => [resource.type, resource]))(
    'accept a valid %s',
    (_, resource) => expect(resourceFaults(resource, registry)).toEqual([]),
  );

  it.each<[string, DestinationResource]>([
    ['bank.branchCode', { ...resources.india, bank: { name: 'HDFC', branchCode: 'HDFC1000060' } }],
    ['accountNumber', { ...resources.argentina, accountNumberType: 'CVU' }],
    ['accountNumber', { ...resources.argentina, accountNumber: '2850590940090418135202' }],
    ['taxID', { ...resources.argentina, taxID: '20123456787' }],
    ['iban', { ...resources.sepa, iban: 'DE88370400440532013000' }],
    ['iban', { ...resources.sepa, iban: 'TR330006100519786457841326' }],
    ['bic', { ...resources.sepa, bic: 'COBA' }],
    ['pixKey', { ...resources.pix, pixKey: '11144477736' }],
    ['iban', { ...resources.turkey, iban: 'DE89370400440532013000' }],
    ['bank.bic', { ...resources.philippines, bank: { bic: 'COBADEFF' } }],
    ['iban', { ...resources.pakistan, iban: 'PK37SCBL0000001123456702' }],
    ['accountNumber', { ...resources.nigeria, accountNumber: '0000014578' }],
    ['bank.aba', { ...resources.swift, bank: { bic: 'CHASUS33', aba: '021000022' } }],
    ['bank.countryCode', { ...resources.swift, bank: { bic: 'CHASUS33', countryCode: 'GB' } }],
    ['iban', { ...resources.swift, iban: 'DE89370400440532013000' }],
    ['iban', { type: 'BankTransferSWIFT', accountName: 'A' }],
    ['bank', { type: 'BankTransferSWIFT', accountName: 'A', accountNumber: '1' }],
    ['correspondentBank.bic', { ...resources.swift, correspondentBank: { bic: 'X' } }],
    ['account', { ...resources.russia, account: '40702810938000012346' }],
    ['bankPostAccount', { ...resources.russia, bankPostAccount: '30101810400000000226' }],
    ['inn', { ...resources.russia, inn: '7707083894' }],
    ['phoneNumber', { ...resources.kazakhstan, phoneNumber: '+77271234567' }],
    ['phoneNumber', { ...resources.sbp, phoneNumber: '+74951234567' }],
    ['bankBik', { ...resources.sbp, bankBik: '944525225' }],
  ])('report the field %s of %j', (field, resource) => {
    expect(resourceFaults(resource, registry).map((fault) => fault.field)).toContain(field);
  });

  it('refuse an invalid resource with its field and without its value', () => {
    const resource = { ...resources.pix, pixKey: '11144477736' };
    const refuse = () => assertValidResource(resource, registry);
    expect(refuse).toThrow(Refusal);
    expect(refuse).toThrow(expect.objectContaining({ code: 'invalidRequest', place: 'resource.pixKey' }));
    expect(refuse).not.toThrow(/11144477736/);
  });

  it('use the IBAN registry of the country', () => {
    const emptyRegistry: IbanRegistry = { isKnown: () => false, isSepaCountry: () => true };
    expect(resourceFaults(resources.sepa, emptyRegistry)).toEqual([
      { field: 'iban', rule: expect.stringContaining('form') },
    ]);
  });
});
