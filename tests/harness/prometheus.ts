import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { portToKeep } from './ports';
import { findPrometheus } from '../../scripts/services/prometheus-binary';
import { runFolder } from './services';
import { ARRIVAL_TIMEOUT_MS } from './timeouts';

/** A Prometheus that scrapes every second. */
export interface RunningPrometheus {
  /** Current values of an expression. */
  query(expr: string): Promise<number[]>;
  /** Alerting rules with the health of their last evaluation. */
  rules(): Promise<{ name: string; health: string; lastError?: string; state: string }[]>;
  stop(): Promise<void>;
}

/** @param jobs addresses by the name of their job */
export async function startPrometheus(jobs: Record<string, string>, ruleFile: string): Promise<RunningPrometheus> {
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
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while (!(await isReady(address))) {
    if (Date.now() > end || child.exitCode !== null) throw new Error(`Prometheus does not answer: ${folder}/log`);
    await sleep(100);
  }
  return {
    query: async (expr) => {
      const { result } = await ask<Vector>(address, `query?query=${encodeURIComponent(expr)}`);
      return result.map(({ value }) => Number(value[1]));
    },
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
  groups: { rules: Awaited<ReturnType<RunningPrometheus['rules']>> }[];
}

async function ask<Data>(address: string, what: string): Promise<Data> {
  const answer = await fetch(`http://${address}/api/v1/${what}`);
  const { data, error } = (await answer.json()) as { data: Data; error?: string };
  if (error !== undefined) throw new Error(`${what}: ${error}`);
  return data;
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`http://${address}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
