import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { service } from '../testing/services';

beforeAll(() => service('compile'));

test('a command whose reader has gone, as `| head` does, ends quietly', async () => {
  const child = spawn(process.execPath, [join(__dirname, '..', 'dist', 'cli', 'main.js'), '--help']);
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, said }).toEqual({ code: 0, said: '' });
});
