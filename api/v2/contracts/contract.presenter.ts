import { momentText } from '../../../domain/moment/moment';
import type * as Domain from '../../../domain/contract/contract';
import type * as Wire from './contract.types';
import type { Contractor } from './contractor.types';

/** A contract as `/v2` shows it. */
export function presentContract(contract: Domain.Contract): Wire.Contract {
  return {
    id: contract.id,
    createdAt: momentText(contract.createdAt),
    status: contract.status,
    validSince: momentText(contract.validSince),
    validUntil: momentText(contract.validUntil),
    terminatedAt: momentText(contract.terminatedAt),
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
    createdAt: momentText(adjustment.createdAt),
    validSince: momentText(adjustment.validSince),
    validUntil: momentText(adjustment.validUntil),
  };
}
