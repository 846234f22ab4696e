import { connectorAccount, feeAccount } from './accounts';

test('accounts of connectors and of the platform are spread over 16 stripes, each id always in the same one', () => {
  const ids = Array.from({ length: 1_000 }, (_, number) => `1m827be4e9276mmcad${number}`);
  for (const account of [connectorAccount.bind(null, 'sandbox'), feeAccount]) {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(account('RUB', id).id, (counts.get(account('RUB', id).id) ?? 0) + 1);
    expect(counts.size).toBe(16);
    expect(Math.max(...counts.values())).toBeLessThan(125);
  }
  expect(connectorAccount('sandbox', 'RUB', '1m827be4e9276mmcaddx').id).toBe('connector/sandbox/RUB/00');
});
