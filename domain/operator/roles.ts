/** The roles of operators; a person may have several. */
export const ROLES = ['viewer', 'support', 'finance', 'configuration', 'administrator'] as const;

export type Role = (typeof ROLES)[number];

export function isRole(word: string): word is Role {
  return ROLES.some((role) => role === word);
}
