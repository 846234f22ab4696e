import type { SettlementTerms } from '../../../domain/merchants/settlement/settlement-terms';

/** The addresses of a contractor: of a person, a registered user. */
export interface ContractorContacts {
  contactInfo?: { email?: string };
  email?: string;
}

/** Where the people of a merchant read mail, by its contractors and its shops' terms. */
export function listContactEmails(
  contractors: readonly (ContractorContacts | null)[],
  terms: readonly (SettlementTerms | null | undefined)[],
): string[] {
  const emails = [
    ...contractors.flatMap((contractor) => [contractor?.email, contractor?.contactInfo?.email]),
    ...terms.flatMap((each) => each?.contactEmails ?? []),
  ];
  return [...new Set(emails.filter((email) => email !== undefined))];
}
