import type { CallerKind } from '../http/access';

const KEY = ['apiKey'] as const;

/** Who may call each operation of `/payres/v0`. */
export const access = {
  storeBankCard: KEY,
  getBankCard: KEY,
} as const satisfies Record<string, readonly CallerKind[]>;
