import { ARRIVAL_TIMEOUT_MS } from './timeouts';
import { timeSkippingEnvironment } from './workflow-environment';

test('the time-skipping server skips a day', async () => {
  const environment = await timeSkippingEnvironment();
  try {
    const before = await environment.currentTimeMs();
    const started = Date.now();
    await environment.sleep('24 hours');
    const passed = (await environment.currentTimeMs()) - before;
    expect(passed).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(Date.now() - started).toBeLessThan(ARRIVAL_TIMEOUT_MS);
  } finally {
    await environment.teardown();
  }
});
