import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { service } from '../tests/harness/services';

beforeAll(() => service('compile'));

test('a command exits silently when its output pipe closes', async () => {
  const child = spawn(process.execPath, [join(__dirname, '..', 'dist', 'cli', 'main.js'), '--help']);
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
