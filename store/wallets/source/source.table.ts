/** The origin of deposits: an external account of the provider in one currency. */
export interface Source {
  id: string;
  name: string;
  currency: string;
  createdAt: Date;
}

export const SOURCE = 'id, name, currency, created_at AS "createdAt"';
