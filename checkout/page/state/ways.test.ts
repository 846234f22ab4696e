import type { ApiClient } from '../api/client';
import { findWays } from './ways';

const BRANDS: Readonly<Record<string, string>> = { euroset: 'Евросеть', qps: 'Система быстрых платежей', x: 'СБПлюс' };
const METHODS = [{ method: 'PaymentTerminal' as const, providers: ['euroset', 'x', 'qps'] }];

const call = (async (path: string) => {
  const id = path.slice(path.lastIndexOf('/') + 1);
  return { id, brandName: BRANDS[id] };
}) as ApiClient;

test.each([
  ['RUB', ['qps', 'euroset', 'x']],
  ['KZT', ['euroset', 'x', 'qps']],
  [undefined, ['euroset', 'x', 'qps']],
])('ways for %s are in the order %j', async (currency, order) => {
  expect((await findWays(call, METHODS, currency)).map(({ id }) => id)).toEqual(order);
});
