import { z } from 'zod';
import type { DestinationResourceType } from '../domain/destination/destination-resource';
import type { Provider } from '../domain/provider/provider';
import { readYaml } from './yaml-file';

const amount = z.int().min(0).transform(BigInt);
const currency = z.string().regex(/^[A-Z]{3}$/);
const country = z.string().regex(/^[A-Z]{3}$/);
const resources = z.array(z.string().transform((type) => type as DestinationResourceType));

const currencyTerms = z
  .strictObject({
    currency,
    min: amount,
    max: amount,
    withdrawalsPerDay: amount.optional(),
    transfersPerDay: amount.optional(),
    balanceLimit: amount.optional(),
  })
  .transform(({ min, max, withdrawalsPerDay, transfersPerDay, balanceLimit, ...terms }) => ({
    ...terms,
    minAmountMinor: min,
    maxAmountMinor: max,
    ...(withdrawalsPerDay !== undefined && { withdrawalsPerDayMinor: withdrawalsPerDay }),
    ...(transfersPerDay !== undefined && { transfersPerDayMinor: transfersPerDay }),
    ...(balanceLimit !== undefined && { balanceLimitMinor: balanceLimit }),
  }));

const provider = z
  .strictObject({
    id: z.string().min(1).max(40),
    name: z.string().min(1),
    residences: z.array(country),
    realm: z.enum(['test', 'live']),
    destinationAuthorisation: z.enum(['automatic', 'operator']),
    authorisationLifetimeSeconds: z.int().min(1).optional(),
    currencies: z.array(currencyTerms),
    resources,
    cardPaymentSystems: z.array(z.string()),
    digitalWalletProviders: z.array(z.string()),
    routes: z.array(
      z.strictObject({
        connector: z.string(),
        resourceTypes: resources.optional(),
        currencies: z.array(currency).optional(),
      }),
    ),
    rates: z.array(
      z.strictObject({ from: currency, to: currency, numerator: amount, denominator: amount.refine((n) => n > 0n) }),
    ),
  })
  .transform((given): Provider => {
    const { id, name, residences, realm, destinationAuthorisation } = given;
    const { currencies, resources: resourceTypes, cardPaymentSystems, digitalWalletProviders, routes, rates } = given;
    return {
      ...{ id, name, residences, realm, destinationAuthorisation },
      authorisationLifetimeSeconds: given.authorisationLifetimeSeconds ?? null,
      terms: { currencies, resourceTypes, cardPaymentSystems, digitalWalletProviders, routes, rates },
    };
  });

const file = z.strictObject({ providers: z.array(provider) });

/** Reads the providers of the Wallet API from a YAML file. @throws Error with line and column of everything wrong */
export function readWalletProviders(path: string): Provider[] {
  return readYaml(path, file).providers;
}
