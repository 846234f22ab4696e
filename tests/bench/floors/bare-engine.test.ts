import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { service } from '../../harness/services';
import { nextMessage } from '../harness';

const FILE = join(__dirname, '../../../dist/tests/bench/floors/bare-engine.js');

async function aFloor(): Promise<ChildProcess> {
  const { address } = await service('temporal');
  const child = fork(FILE, { env: { ...process.env, TEMPORAL_ADDRESS: address } });
  await nextMessage(child);
  return child;
}

test('two floors on one Temporal finish their own lifecycles, and exit with their parent', async () => {
  await service('build');
  const floors = await Promise.all([aFloor(), aFloor()]);
  const answers = floors.map((floor, number) => {
    const answer = nextMessage<{ seconds: number }>(floor);
    floor.send({ count: 20, atOnce: 4, prefix: `two-floors-${floor.pid}-${number}` });
    return answer;
  });
  for (const { seconds } of await Promise.all(answers)) expect(seconds).toBeGreaterThan(0);
  const exits = floors.map((floor) => once(floor, 'exit'));
  for (const floor of floors) floor.disconnect();
  await Promise.all(exits);
});
