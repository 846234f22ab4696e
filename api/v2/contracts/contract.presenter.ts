import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type * as Domain from '../../../domain/merchants/contract/contract';
import type * as Wire from './contract.types';
import type { Contractor } from './contractor.types';

export function presentContract(contract: Domain.Contract): Wire.Contract {
  return {
    id: contract.id,
    createdAt: rfc3339Text(contract.createdAt),
    status: contract.status,
    validSince: rfc3339Text(contract.validSince),
    validUntil: rfc3339Text(contract.validUntil),
    terminatedAt: rfc3339Text(contract.terminatedAt),
    contractor: contract.contractor as Contractor,
    legalAgreement: (contract.legalAgreement as Wire.LegalAgreement | null) ?? undefined,
    paymentInstitutionID: contract.paymentInstitutionID,
    reportingPreferences: (contract.reportingPreferences as Wire.ReportingPreferences | null) ?? undefined,
  };
}

export function presentAdjustment(adjustment: Domain.ContractAdjustment): Wire.ContractAdjustment {
  return {
    id: adjustment.id,
    createdAt: rfc3339Text(adjustment.createdAt),
    validSince: rfc3339Text(adjustment.validSince),
    validUntil: rfc3339Text(adjustment.validUntil),
  };
}
