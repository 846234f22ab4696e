import { connectorAccount, earningsAccount, feeAccount, settlementAccountIDs } from './accounts';

test('shared accounts are striped by id, and an id keeps its stripe', () => {
  const ids = Array.from({ length: 1_000 }, (_, number) => `1m827be4e9276mmcad${number}`);
  for (const account of [connectorAccount.bind(null, 'sandbox'), feeAccount, earningsAccount.bind(null, 'shop')]) {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(account('RUB', id).id, (counts.get(account('RUB', id).id) ?? 0) + 1);
    expect(counts.size).toBe(16);
    expect(Math.max(...counts.values())).toBeLessThan(125);
  }
  expect(connectorAccount('sandbox', 'RUB', '1m827be4e9276mmcaddx').id).toBe('connector/sandbox/RUB/00');
});

test('the accounts of a shop include each stripe of its earnings', () => {
  const ids = settlementAccountIDs('shop', 'RUB');
  expect(new Set(ids).size).toBe(17);
  expect(ids).toContain('shop/shop/settlement/RUB');
  for (let number = 0; number < 100; number++)
    expect(ids).toContain(earningsAccount('shop', 'RUB', `invoice-${number}`).id);
});
