import { z } from 'zod';
import type { JudgeRoute } from '../../connectors/routed-accounts';
import type { FeeBand } from '../../domain/merchants/fee/fee-band';
import type { ContractDraft, PartyDraft, ReferenceData } from '../../domain/merchants/reference-data/reference-data';
import { contractor, legalAgreement, reportingPreferences } from './contractor.schema';
import { inspection } from './inspection.schema';
import { paymentRoutes } from './payment-route.schema';
import { rule } from './problems';
import { amount, country, currency, description, id, moment, name, percentage } from './primitives.schema';
import { completeDraft } from './complete-draft';
import { listMisplaced } from './misplaced';
import { payoutAccounts } from './settlement.schema';
import { shop, shopTerms } from './shop.schema';
import { walletProvider } from './wallet-provider.schema';

const longName = z.string().min(1).max(200);

const category = z
  .strictObject({ id: z.int32(), name, description: description.optional() })
  .transform((given) => ({ ...given, description: given.description ?? null }));

const tradeBloc = z
  .strictObject({ id, name: longName, description: description.optional(), countries: z.array(country) })
  .transform((given) => ({ ...given, description: given.description ?? null }));

const serviceProvider = z
  .strictObject({
    id: z.string().min(1).max(100),
    brandName: name.optional(),
    category: name.optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  })
  .transform(({ id: key, brandName = null, category: kind = null, metadata = null }) => ({
    id: key,
    brandName,
    category: kind,
    metadata,
  }));

/** The fees that one person may set. */
const feeBand = z
  .strictObject({ minPercent: percentage.optional(), maxPercent: percentage.optional(), maxFixed: amount.optional() })
  .refine(({ minPercent = 0, maxPercent = 10_000 }) => minPercent <= maxPercent, rule('minimumAboveMaximum'))
  .transform(({ minPercent, maxPercent, ...given }): FeeBand => ({
    ...given,
    ...(minPercent !== undefined && { minBasisPoints: minPercent }),
    ...(maxPercent !== undefined && { maxBasisPoints: maxPercent }),
  }));

const paymentInstitution = z
  .strictObject({
    id: z.int32(),
    name: longName,
    description: description.optional(),
    residences: z.array(country).min(1),
    realm: z.enum(['test', 'live']),
    terms: z
      .strictObject({
        currencies: z.array(currency).optional(),
        categories: z.array(z.int32()).optional(),
        routes: paymentRoutes.optional(),
        inspection: inspection.optional(),
        shopTerms: shopTerms.optional(),
        feeBand: feeBand.optional(),
        payoutAccounts: payoutAccounts.optional(),
      })
      .default({}),
  })
  .transform((given) => ({ ...given, description: given.description ?? null }));

const adjustment = z
  .strictObject({ id, createdAt: moment, validSince: moment.optional(), validUntil: moment.optional() })
  .transform(({ validSince = null, validUntil = null, ...given }) => ({ ...given, validSince, validUntil }));

const contract = z
  .strictObject({
    id,
    createdAt: moment.optional(),
    validSince: moment.optional(),
    validUntil: moment.optional(),
    terminatedAt: moment.optional(),
    paymentInstitution: z.int32(),
    contractor,
    legalAgreement: legalAgreement.optional(),
    reportingPreferences: reportingPreferences.optional(),
    adjustments: z.array(adjustment).default([]),
  })
  .transform((given): ContractDraft => {
    const { paymentInstitution: paymentInstitutionID, ...rest } = given;
    const { validSince = null, validUntil = null, terminatedAt = null } = given;
    return {
      ...rest,
      paymentInstitutionID,
      status: terminatedAt ? 'terminated' : 'active',
      ...{ validSince, validUntil, terminatedAt },
      legalAgreement: given.legalAgreement ?? null,
      reportingPreferences: given.reportingPreferences ?? null,
    };
  });

const party = z
  .strictObject({
    id,
    blocked: z.boolean().optional(),
    webhookLimit: z.int().min(0).nullish(),
    contracts: z.array(contract).default([]),
    shops: z.array(shop).default([]),
  })
  .transform(({ blocked, ...given }): PartyDraft => ({ ...given, isBlocked: blocked }));

const parts = z.strictObject({
  categories: z.array(category).default([]),
  tradeBlocs: z.array(tradeBloc).default([]),
  serviceProviders: z.array(serviceProvider).default([]),
  paymentInstitutions: z.array(paymentInstitution).default([]),
  parties: z.array(party).default([]),
  walletProviders: z.array(walletProvider).default([]),
});

/**
 * The schema of `deploy/config/reference-data.yaml`, which documents each field. References are checked only once every part is
 * valid, against the file and what is on record.
 */
export const referenceData = (record: ReferenceData, judge: JudgeRoute) =>
  parts.pipe(
    z.custom<z.output<typeof parts>>().transform((draft, context): ReferenceData => {
      const { data, problems } = completeDraft(draft, record);
      const misplaced = problems.length > 0 ? problems : listMisplaced({ data, record, judge });
      for (const { path, ...params } of misplaced) context.addIssue({ code: 'custom', path, params, input: undefined });
      return data;
    }),
  );
