import { ibanRegistry } from './iban-registry';

describe('the IBAN registry', () => {
  it.each(['DE89370400440532013000', 'TR330006100519786457841326', 'PK36SCBL0000001123456702'])('knows %s', (iban) => {
    expect(ibanRegistry.isKnown(iban)).toBe(true);
  });

  it.each(['DE8937040044053201300', 'US89370400440532013000', 'DE88370400440532013000', ''])(
    'does not know "%s"',
    (iban) => {
      expect(ibanRegistry.isKnown(iban)).toBe(false);
    },
  );

  it('counts recently admitted countries as SEPA, and no others', () => {
    expect(['DE', 'GB', 'CH', 'RS', 'AL'].filter((country) => !ibanRegistry.isSepaCountry(country))).toEqual([]);
    expect(['TR', 'PK', 'US', 'AE'].filter((country) => ibanRegistry.isSepaCountry(country))).toEqual([]);
  });
});
