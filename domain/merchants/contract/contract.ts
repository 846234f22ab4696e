import { Refusal } from '../../platform/errors/refusal';

export type ContractStatus = 'active' | 'terminated';

/** An agreed change of a contract. */
export interface ContractAdjustment {
  id: string;
  createdAt: Date;
  validSince: Date | null;
  validUntil: Date | null;
}

/** A party's contract with a payment institution. Fields of type object have the published form. */
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

/** Checks that a contract is in force. @throws Refusal invalidContractStatus */
export function assertInForce(
  contract: Pick<Contract, 'id' | 'status' | 'validSince' | 'validUntil'>,
  now: Date,
): void {
  const { id, status, validSince, validUntil } = contract;
  if (status !== 'active') throw new Refusal('invalidContractStatus', `contract ${id} is ${status}`);
  if (validSince && validSince > now) throw new Refusal('invalidContractStatus', `contract ${id} is not valid yet`);
  if (validUntil && validUntil <= now) throw new Refusal('invalidContractStatus', `contract ${id} is no longer valid`);
}
