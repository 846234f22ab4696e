import { Refusal } from '../errors/refusal';

export type ContractStatus = 'active' | 'terminated';

/** A change of a contract that both sides agreed on. */
export interface ContractAdjustment {
  id: string;
  createdAt: Date;
  validSince: Date | null;
  validUntil: Date | null;
}

/** What a party agreed with a payment institution. The parts that are objects stand in the published form. */
export interface Contract {
  id: string;
  partyID: string;
  createdAt: Date;
  status: ContractStatus;
  validSince: Date | null;
  validUntil: Date | null;
  terminatedAt: Date | null;
  contractor: object;
  legalAgreement: object | null;
  paymentInstitutionID: number;
  reportingPreferences: object | null;
  adjustments: ContractAdjustment[];
}

/** Checks that payments may be made by a contract now. @throws Refusal invalidContractStatus */
export function assertInForce(
  contract: Pick<Contract, 'id' | 'status' | 'validSince' | 'validUntil'>,
  now: Date,
): void {
  const { id, status, validSince, validUntil } = contract;
  if (status !== 'active') throw new Refusal('invalidContractStatus', `contract ${id} is ${status}`);
  if (validSince && validSince > now) throw new Refusal('invalidContractStatus', `contract ${id} is not valid yet`);
  if (validUntil && validUntil <= now) throw new Refusal('invalidContractStatus', `contract ${id} is no longer valid`);
}
