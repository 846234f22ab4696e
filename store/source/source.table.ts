/** Where deposits come from: an account of the provider's in the world outside, in one currency. */
export interface Source {
  id: string;
  name: string;
  currency: string;
  createdAt: Date;
}

/** The list for a SELECT of sources. */
export const SOURCE = 'id, name, currency, created_at AS "createdAt"';
