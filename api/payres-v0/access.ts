import type { CallerKind } from '../http/access';

const READ = ['apiKey:read'] as const;
const PAYOUTS = ['apiKey:payouts'] as const;

/** Who may call each operation of `/payres/v0`. */
export const access = {
  storeBankCard: PAYOUTS,
  getBankCard: READ,
} as const satisfies Record<string, readonly CallerKind[]>;
