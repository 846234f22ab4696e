import { z } from 'zod';
import { present } from '../../domain/platform/fields/present';
import type { DestinationResourceType } from '../../domain/wallets/destination/destination-resource';
import { PAYMENT_SYSTEMS } from '../../domain/payments/card/card-ranges';
import type { CurrencyTerms, WalletProvider } from '../../domain/wallets/wallet-provider/wallet-provider';
import { checkWeights, rank } from './payment-route.schema';
import { rule } from './problems';
import { amount as positive, country, currency, duration, id, name, percentage } from './primitives.schema';

const amount = positive.transform(BigInt);
const fee = percentage.transform(BigInt);

const RESOURCE_TYPES = {
  BankCardDestinationResource: true,
  CryptoWalletDestinationResource: true,
  DigitalWalletDestinationResource: true,
  BankTransferJPY: true,
  BankTransferIND: true,
  BankTransferARG: true,
  BankTransferSEPA: true,
  BankTransferPIX: true,
  BankTransferTRY: true,
  BankTransferPHP: true,
  BankTransferKRW: true,
  BankTransferPKR: true,
  BankTransferNGN: true,
  BankTransferUK: true,
  BankTransferSWIFT: true,
  BankTransferRUB: true,
  MobileTransferKZ: true,
  FastPaymentSystemTransfer: true,
} as const satisfies Record<DestinationResourceType, true>;

const resourceType = z.enum(Object.keys(RESOURCE_TYPES) as DestinationResourceType[]);

const currencyTerms = z
  .strictObject({
    currency,
    min: amount,
    max: amount,
    withdrawalsPerDay: amount.optional(),
    transfersPerDay: amount.optional(),
    balanceLimit: amount.optional(),
    withdrawalFee: fee.optional(),
    depositFee: fee.optional(),
  })
  .refine(({ min, max }) => min <= max, rule('minimumAboveMaximum'))
  .transform(({ currency: code, min, max, withdrawalsPerDay, transfersPerDay, ...given }): CurrencyTerms => ({
    currency: code,
    minAmountMinor: min,
    maxAmountMinor: max,
    ...present({ withdrawalsPerDayMinor: withdrawalsPerDay, transfersPerDayMinor: transfersPerDay }),
    ...present({ balanceLimitMinor: given.balanceLimit, depositFeeBasisPoints: given.depositFee }),
    ...present({ withdrawalFeeBasisPoints: given.withdrawalFee }),
  }));

const route = z
  .strictObject({
    connector: id,
    ...rank,
    resourceTypes: z.array(resourceType).min(1).optional(),
    currencies: z.array(currency).min(1).optional(),
    minAmount: positive.optional(),
    maxAmount: positive.optional(),
  })
  .refine(({ minAmount = 1, maxAmount = Infinity }) => minAmount <= maxAmount, rule('minimumAboveMaximum'));

const rate = z.strictObject({ from: currency, to: currency, numerator: amount, denominator: amount });

export const walletProvider = z
  .strictObject({
    id,
    name,
    residences: z.array(country).min(1),
    realm: z.enum(['test', 'live']),
    destinationAuthorisation: z.enum(['automatic', 'operator']),
    authorisationLifetime: duration.optional(),
    currencies: z.array(currencyTerms).min(1),
    resources: z.array(resourceType),
    cardPaymentSystems: z.array(z.enum(PAYMENT_SYSTEMS)).default([]),
    digitalWalletProviders: z.array(name).default([]),
    routes: z.array(route).superRefine(checkWeights).default([]),
    rates: z.array(rate).default([]),
  })
  .transform(({ authorisationLifetime = null, resources: resourceTypes, ...given }): WalletProvider => {
    const { currencies, cardPaymentSystems, digitalWalletProviders, routes, rates, ...provider } = given;
    return {
      ...provider,
      authorisationLifetimeSeconds: authorisationLifetime,
      terms: { currencies, resourceTypes, cardPaymentSystems, digitalWalletProviders, routes, rates },
    };
  });
