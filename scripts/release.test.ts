import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../tests/harness/services';
import { root } from './services/platform-process';

/** A checkout with these versions and the script. */
function checkout({ own = '1.2.3', chart = '1.2.3' }: { own?: string; chart?: string } = {}): string {
  const folder = mkdtempSync(join(runFolder('tmp'), 'release-'));
  mkdirSync(join(folder, 'deploy/helm/holdfast'), { recursive: true });
  for (const name of ['release.mjs', 'run.mjs']) cpSync(join(root, 'scripts', name), join(folder, 'scripts', name));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: own }));
  writeFileSync(join(folder, 'deploy/helm/holdfast/Chart.yaml'), `version: ${chart}\nappVersion: ${chart}\n`);
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    '# Changelog\n\n## 1.2.3 (2026-01-31)\n\n- Third\n\n## 1.2.2\n\n- Second\n',
  );
  return folder;
}

const check = (folder: string, tag = 'v1.2.3') =>
  spawnSync(process.execPath, [join(folder, 'scripts/release.mjs'), 'check', tag], { encoding: 'utf8' });

test('a tag is accepted when package.json, chart and changelog have its version', () => {
  expect(check(checkout()).status).toBe(0);
});

test.each([
  ['package.json', { own: '1.2.4' }, 'package.json has 1.2.4'],
  ['the chart', { chart: '1.2.2' }, 'appVersion of Chart.yaml is 1.2.2'],
])('a tag is refused when %s has another version', (_, versions, problem) => {
  const { status, stderr } = check(checkout(versions));
  expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
});

test('a tag is refused when the changelog has no section of it', () => {
  const { status, stderr } = check(checkout({ own: '1.3.0', chart: '1.3.0' }), 'v1.3.0');
  expect([status, stderr]).toEqual([1, expect.stringContaining('no section "## 1.3.0"')]);
});

test('release notes are the section of the changelog alone', () => {
  const args = [join(checkout(), 'scripts/release.mjs'), 'notes', 'v1.2.3'];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('- Third\n');
});

test('the chart has the version of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const chart = readFileSync(join(root, 'deploy/helm/holdfast/Chart.yaml'), 'utf8');
  expect(chart).toContain(`version: ${version}\nappVersion: ${version}\n`);
});
