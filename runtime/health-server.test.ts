import { Gauge, Registry } from 'prom-client';
import { createLogger } from './logger';
import { portToKeep } from '../tests/harness/ports';
import { startHealthServer } from './health-server';

test('metrics that cannot be collected are answered 500 and logged with the reason', async () => {
  const lines: string[] = [];
  const logger = createLogger({
    process: 'worker',
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  });
  const registry = new Registry();
  const collect = () => {
    throw new Error('a defect of the gauge');
  };
  new Gauge({ name: 'broken', help: 'broken', registers: [registry], collect });
  const port = await portToKeep();
  const input = { host: '127.0.0.1', port, registry, logger, problem: () => Promise.resolve(undefined) };
  const server = await startHealthServer(input);
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } });
    expect([response.status, await response.text()]).toEqual([500, 'no metrics']);
    expect(lines.join('')).toContain('a defect of the gauge');
  } finally {
    await server.stop();
  }
});
