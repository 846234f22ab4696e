import { rfc3339Text } from '../../domain/platform/rfc3339/rfc3339';
import { z } from 'zod';
import { country, email, moment } from './primitives.schema';

const text = (maxLength: number) => z.string().min(1).max(maxLength);

const bankAccount = z.strictObject({
  account: z.string().regex(/^\d{20}$/),
  bankName: text(100),
  bankPostAccount: z.string().regex(/^\d{20}$/),
  bankBik: z.string().regex(/^\d{9}$/),
});

const russianLegalEntity = z.strictObject({
  contractorType: z.literal('LegalEntity'),
  entityType: z.literal('RussianLegalEntity'),
  registeredName: text(100),
  registeredNumber: z.string().regex(/^(\d{13}|\d{15})$/),
  inn: z.string().regex(/^(\d{10}|\d{12})$/),
  actualAddress: text(1_000),
  postAddress: text(1_000),
  representativePosition: text(100),
  representativeFullName: text(100),
  representativeDocument: text(1_000),
  bankAccount,
});

const internationalLegalEntity = z.strictObject({
  contractorType: z.literal('LegalEntity'),
  entityType: z.literal('InternationalLegalEntity'),
  legalName: text(1_000),
  tradingName: text(1_000).optional(),
  registeredOffice: text(1_000),
  principalPlaceOfBusiness: text(1_000).optional(),
  registeredNumber: text(100).optional(),
  country: country.optional(),
});

const russianPrivateEntity = z.strictObject({
  contractorType: z.literal('PrivateEntity'),
  entityType: z.literal('RussianPrivateEntity'),
  firstName: text(200),
  secondName: text(200),
  middleName: text(200),
  contactInfo: z.strictObject({
    email: email.optional(),
    phoneNumber: z
      .string()
      .regex(/^\+\d{4,15}$/)
      .optional(),
  }),
});

const registeredUser = z.strictObject({ contractorType: z.literal('RegisteredUser'), email });

/** A party to a contract, in the published form. */
export const contractor = z.union([russianLegalEntity, internationalLegalEntity, russianPrivateEntity, registeredUser]);

export const legalAgreement = z.strictObject({
  id: text(100),
  signedAt: moment.transform((at) => rfc3339Text(at)),
  validUntil: moment.transform((at) => rfc3339Text(at)).optional(),
});

/** Reporting preferences of a contract, in the published form. */
export const reportingPreferences = z.strictObject({
  serviceAcceptanceActPreferences: z
    .strictObject({
      scheduleID: z.int32(),
      signer: z.strictObject({
        position: text(100),
        fullName: text(100),
        document: z.union([
          z.strictObject({ representativeDocumentType: z.literal('ArticlesOfAssociation') }),
          z.strictObject({ representativeDocumentType: z.literal('PowerOfAttorney'), ...legalAgreement.shape }),
        ]),
      }),
    })
    .optional(),
});
