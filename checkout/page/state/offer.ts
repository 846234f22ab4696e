import type { Client } from '../api/client';
import type { PaymentMethod } from '../api/types';
import type { View } from './view';

/** Cards are shown at once; what else there is, as soon as it is known what it is called. */
export async function offer(
  call: Client,
  methods: readonly PaymentMethod[],
  show: (part: Partial<View>) => void,
): Promise<void> {
  const hasCards = methods.some(({ method }) => method === 'BankCard');
  show({ methods });
  if (methods.every(({ method }) => method === 'BankCard')) return;
  const found = import('./ways').then(({ findWays }) => findWays(call, methods));
  // Where the part that finds them is lost, the card is left.
  const shown = (hasCards ? found.catch(() => []) : found).then((ways) => show({ ways }));
  if (!hasCards) await shown;
}
