import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { isReady } from '../../scripts/services/platform-process';
import { untilAnswered } from './answered';
import { portToKeep } from './ports';
import { findPrometheus } from '../../scripts/services/prometheus-binary';
import { runFolder } from './services';

export type RunningPrometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** A Prometheus that scrapes every second. @param jobs addresses by the name of their job */
export async function startPrometheus(jobs: Record<string, string>, ruleFile: string) {
  const folder = mkdtempSync(join(runFolder('prometheus'), 'data-'));
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [ruleFile],
    scrape_configs: Object.entries(jobs).map(([name, url]) => ({
      job_name: name,
      static_configs: [{ targets: [new URL(url).host] }],
    })),
  };
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
  const { prometheus } = findPrometheus((line) => process.stderr.write(`${line}\n`));
  const address = `127.0.0.1:${await portToKeep()}`;
  const log = openSync(join(folder, 'log'), 'a');
  const options = {
    'config.file': join(folder, 'prometheus.yml'),
    'storage.tsdb.path': folder,
    'web.listen-address': address,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(prometheus, args, { stdio: ['ignore', log, log] });
  const exited = once(child, 'exit');
  const look = async () => child.exitCode === null && (await isReady(`http://${address}/-/ready`));
  const hasAnswered = await untilAnswered(look, (isUp) => isUp || child.exitCode !== null);
  if (!hasAnswered) throw new Error(`Prometheus does not answer: ${folder}/log`);
  return {
    /** Current values of an expression. */
    query: async (expr: string) => {
      const { result } = await ask<Vector>(address, `query?query=${encodeURIComponent(expr)}`);
      return result.map(({ value }) => Number(value[1]));
    },
    /** Alerting rules with the health of their last evaluation. */
    rules: async () => (await ask<Groups>(address, 'rules')).groups.flatMap((group) => group.rules),
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

interface Vector {
  result: { value: [time: number, value: string] }[];
}

interface Groups {
  groups: { rules: { name: string; health: string; lastError?: string; state: string }[] }[];
}

async function ask<Data>(address: string, what: string): Promise<Data> {
  const answer = await fetch(`http://${address}/api/v1/${what}`);
  const { data, error } = (await answer.json()) as { data: Data; error?: string };
  if (error !== undefined) throw new Error(`${what}: ${error}`);
  return data;
}
