import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(__dirname);

it('the committed specifications are what the code says', () => {
  const output = execFileSync(process.execPath, ['scripts/specs.mjs', '--check'], { cwd: root, encoding: 'utf8' });
  expect(output).toContain('specifications are current');
});
