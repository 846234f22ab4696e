/** The roles of operators; a person may have several. */
export const ROLES = ['viewer', 'support', 'finance', 'configuration', 'administrator'] as const;

export type Role = (typeof ROLES)[number];
