import type { ApiClient } from '../api/client';
import type { PaymentMethod } from '../api/types';
import type { View } from './view';

export async function offer(
  call: ApiClient,
  { methods, currency }: { methods: readonly PaymentMethod[]; currency: string | undefined },
  show: (part: Partial<View>) => void,
): Promise<void> {
  const hasCards = methods.some(({ method }) => method === 'BankCard');
  show({ methods });
  if (methods.every(({ method }) => method === 'BankCard')) return;
  const found = import('./ways').then(({ findWays }) => findWays(call, methods, currency));
  // Cards remain usable when this part fails to load.
  const shown = (hasCards ? found.catch(() => []) : found).then((ways) => show({ ways }));
  if (!hasCards) await shown;
}
