import type * as Domain from '../../domain/contract/contract';
import type * as Wire from './contract.types';
import type { Contractor } from './contractor.types';

/** A contract as `/v2` shows it. */
export function presentContract(contract: Domain.Contract): Wire.Contract {
  return {
    id: contract.id,
    createdAt: contract.createdAt.toISOString(),
    status: contract.status,
    validSince: contract.validSince?.toISOString(),
    validUntil: contract.validUntil?.toISOString(),
    terminatedAt: contract.terminatedAt?.toISOString(),
    contractor: contract.contractor as Contractor,
    legalAgreement: (contract.legalAgreement as Wire.LegalAgreement | null) ?? undefined,
    paymentInstitutionID: contract.paymentInstitutionID,
    reportingPreferences: (contract.reportingPreferences as Wire.ReportingPreferences | null) ?? undefined,
  };
}

/** An adjustment of a contract as `/v2` shows it. */
export function presentAdjustment(adjustment: Domain.ContractAdjustment): Wire.ContractAdjustment {
  return {
    id: adjustment.id,
    createdAt: adjustment.createdAt.toISOString(),
    validSince: adjustment.validSince?.toISOString(),
    validUntil: adjustment.validUntil?.toISOString(),
  };
}
