import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { findPrometheus } from '../../scripts/services/prometheus-binary';
import { runFolder } from '../harness/services';

/* Runs `deploy/prometheus/alerts.test.yml` with promtool. */

const folder = join(__dirname, '..', '..', 'deploy', 'prometheus');
const { promtool } = findPrometheus((line) => process.stderr.write(`${line}\n`));

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

function ask(where: string, ...args: string[]): { isGood: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: where, encoding: 'utf8' });
  return { isGood: status === 0, said: stdout + stderr };
}

/** Runs the same tests with every rule changed. */
function withEach(expr: string): string {
  const copy = mkdtempSync(join(runFolder('tmp'), 'alerts-'));
  cpSync(folder, copy, { recursive: true });
  const rules = parse(readFileSync(join(folder, 'alerts.yml'), 'utf8')) as Rules;
  for (const rule of rules.groups.flatMap((group) => group.rules)) rule.expr = expr;
  writeFileSync(join(copy, 'alerts.yml'), stringify(rules));
  return copy;
}

const { groups } = parse(readFileSync(join(folder, 'alerts.yml'), 'utf8')) as Rules;
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

test('each alert has a runbook, and each document that a remedy names exists', () => {
  const root = join(folder, '..', '..');
  const runbooks = readdirSync(join(root, 'docs', 'runbooks')).map((name) =>
    readFileSync(join(root, 'docs', 'runbooks', name), 'utf8'),
  );
  const explained = new Set(runbooks.flatMap((text) => text.match(/Holdfast[A-Z]\w+/g) ?? []));
  expect(alerts.filter((alert) => !explained.has(alert))).toEqual([]);
  expect([...explained].filter((name) => !alerts.includes(name))).toEqual([]);
  const named = readFileSync(join(folder, 'alerts.yml'), 'utf8').match(/docs\/[\w/-]+\.md/g) ?? [];
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('Prometheus accepts its configuration and the rules', () => {
  expect(ask(folder, 'check', 'config', 'prometheus.yml')).toMatchObject({ isGood: true });
  const { isGood, said } = ask(folder, 'check', 'rules', 'alerts.yml');
  expect([isGood, said]).toEqual([true, expect.stringContaining(`${alerts.length} rules found`)]);
});

test('each alert fires exactly for its condition', () => {
  expect(ask(folder, 'test', 'rules', 'alerts.test.yml')).toEqual({ isGood: true, said: expect.any(String) as string });
});

test.each([
  ['never fires', 'vector(0) > 1'],
  ['always fires', 'vector(1)'],
])('the tests fail for an alert that %s', (_how, expr) => {
  const { isGood, said } = ask(withEach(expr), 'test', 'rules', 'alerts.test.yml');
  expect(isGood).toBe(false);
  expect(alerts.filter((alert) => !said.includes(`alertname=\\"${alert}\\"`))).toEqual([]);
});
