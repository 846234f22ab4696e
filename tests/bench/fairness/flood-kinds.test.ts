import type { HttpClient } from '../../harness/http-client';
import { untilCaptured } from './flood-kinds';

/** Answers with the statuses in turn, the last of them forever. */
function aClient(statuses: string[]): Pick<HttpClient, 'get'> {
  const get = async () => ({ status: 200, headers: new Headers(), body: { status: statuses.shift() ?? 'processed' } });
  return { get: get as unknown as HttpClient['get'] };
}

test('the wait for a capture ends with it', async () => {
  await untilCaptured(aClient(['processed', 'captured']), 'payment', Date.now() + 10_000);
});

test('the wait for a capture that hangs ends at its limit', async () => {
  await expect(untilCaptured(aClient([]), 'payment', Date.now() + 200)).rejects.toThrow('payment is still processed');
});
