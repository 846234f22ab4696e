import type { Contract } from '../contract/contract';
import type { WalletProvider } from '../../wallets/wallet-provider/wallet-provider';
import {
  toContractForm,
  toFileForm,
  toInstitutionForm,
  toPartyForm,
  toShopForm,
  toTermsForm,
  toWalletProviderForm,
} from './file-form';
import { EMPTY_REFERENCE_DATA, type ConfiguredShop, type PaymentInstitution } from './reference-data';

/* The schema of reference data reads these forms back: `store/merchants/reference-data` tests the round trip with a database. */

const AT = new Date('2026-11-28T10:00:00Z');

test.each([
  [0, '0s'],
  [59, '59s'],
  [60, '1m'],
  [90, '90s'],
  [3_600, '1h'],
  [5_400, '90m'],
  [86_400, '1d'],
  [90_000, '25h'],
])('a hold of %d s is written as %s', (holdLifetimeSeconds, holdLifetime) => {
  expect(toTermsForm({ holdLifetimeSeconds })).toEqual({ holdLifetime });
});

test('shares are percentages, and what is not set is left out', () => {
  const fees = [{ basisPoints: 250, fixed: 10 }, { tiers: [{ from: 0, basisPoints: 100 }] }];
  const refundFees = [{ basisPoints: 50, currency: 'RUB', minimum: 5 }];
  expect(toTermsForm({ feeBasisPoints: 0, fees, refundFees, vatBasisPoints: 2_200, recurrent: false })).toEqual({
    ...{ fee: '0%', vatRate: '22%', recurrent: false },
    fees: [{ percent: '2.5%', fixed: 10 }, { tiers: [{ from: 0, percent: '1%' }] }],
    refundFees: [{ percent: '0.5%', currency: 'RUB', minimum: 5 }],
  });
  expect(toTermsForm({})).toEqual({});
});

test('a shop has the names of the file', () => {
  const shop = {
    ...{ id: 'S', name: 'Shop', description: null, locationUrl: 'https://shop.example', currency: 'RUB' },
    ...{ categoryID: 1, contractID: 'C', isBlocked: false, terms: {} },
  } as unknown as ConfiguredShop;
  expect(toShopForm(shop)).toEqual({
    ...{ id: 'S', name: 'Shop', url: 'https://shop.example', currency: 'RUB', category: 1, contract: 'C' },
    ...{ blocked: false, terms: {} },
  });
});

test('a contract has its moments as text and its adjustments', () => {
  const contract = {
    ...{ id: 'C', createdAt: AT, validSince: AT, validUntil: null, terminatedAt: null, paymentInstitutionID: 1 },
    ...{ contractor: { contractorType: 'LegalEntity' }, legalAgreement: null, reportingPreferences: [] },
    adjustments: [{ id: 'A', createdAt: AT, validSince: null, validUntil: AT }],
  } as unknown as Contract;
  expect(toContractForm(contract)).toEqual({
    ...{ id: 'C', createdAt: '2026-11-28T10:00:00Z', validSince: '2026-11-28T10:00:00Z', paymentInstitution: 1 },
    ...{ contractor: { contractorType: 'LegalEntity' }, reportingPreferences: [] },
    adjustments: [{ id: 'A', createdAt: '2026-11-28T10:00:00Z', validUntil: '2026-11-28T10:00:00Z' }],
  });
});

test('an institution has the terms of new shops and its band in percent', () => {
  const institution = {
    ...{ id: 1, name: 'I', realm: 'live' },
    terms: {
      routes: [],
      shopTerms: { feeBasisPoints: 100 },
      feeBand: { minBasisPoints: 0, maxBasisPoints: 250, maxFixed: 5 },
    },
  } as unknown as PaymentInstitution;
  expect(toInstitutionForm(institution)).toEqual({
    ...{ id: 1, name: 'I', realm: 'live' },
    terms: { routes: [], shopTerms: { fee: '1%' }, feeBand: { minPercent: '0%', maxPercent: '2.5%', maxFixed: 5 } },
  });
  expect(toInstitutionForm({ ...institution, terms: {} })).toMatchObject({ terms: {} });
});

test('a wallet provider has amounts as numbers', () => {
  const provider = {
    ...{ id: 'p', name: 'P', realm: 'test', authorisationLifetimeSeconds: null },
    terms: {
      ...{ resourceTypes: ['BankTransferRUB'], routes: [{ connector: 'a' }] },
      currencies: [
        {
          ...{ currency: 'RUB', minAmountMinor: 1n, maxAmountMinor: 2n, withdrawalsPerDayMinor: 3n },
          ...{
            transfersPerDayMinor: 4n,
            balanceLimitMinor: 5n,
            withdrawalFeeBasisPoints: 6n,
            depositFeeBasisPoints: 0n,
          },
        },
        { currency: 'EUR' },
      ],
      rates: [{ from: 'EUR', to: 'RUB', numerator: 90n, denominator: 1n }],
    },
  } as unknown as WalletProvider;
  expect(toWalletProviderForm(provider)).toEqual({
    ...{ id: 'p', name: 'P', realm: 'test', resources: ['BankTransferRUB'], routes: [{ connector: 'a' }] },
    currencies: [
      {
        ...{ currency: 'RUB', min: 1, max: 2, withdrawalsPerDay: 3, transfersPerDay: 4, balanceLimit: 5 },
        ...{ withdrawalFee: '0.06%', depositFee: '0%' },
      },
      { currency: 'EUR' },
    ],
    rates: [{ from: 'EUR', to: 'RUB', numerator: 90, denominator: 1 }],
  });
});

test('a file has each list, and a party its contracts and shops', () => {
  const party = { id: 'P', isBlocked: true, webhookLimit: null, contracts: [], shops: [] };
  const data = { ...EMPTY_REFERENCE_DATA, categories: [{ id: 1, name: 'Books', description: null }], parties: [party] };
  expect(toFileForm(data as never)).toEqual({
    ...{ tradeBlocs: [], serviceProviders: [], paymentInstitutions: [], walletProviders: [] },
    categories: [{ id: 1, name: 'Books' }],
    parties: [{ id: 'P', blocked: true, contracts: [], shops: [] }],
  });
  expect(toPartyForm({ id: 'P', isBlocked: false, webhookLimit: 5 })).toEqual({
    ...{ id: 'P', blocked: false, webhookLimit: 5 },
  });
});
