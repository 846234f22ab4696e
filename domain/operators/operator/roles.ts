/** The roles of operators; a person may have several. */
export const ROLES = ['viewer', 'support', 'finance', 'configuration', 'administrator'] as const;

export type Role = (typeof ROLES)[number];

/** Whether the roles change nothing: a viewer sees neither contacts nor what other operators did. */
export function isViewerOnly(roles: readonly Role[]): boolean {
  return roles.every((role) => role === 'viewer');
}

export function isRole(word: string): word is Role {
  return ROLES.some((role) => role === word);
}
