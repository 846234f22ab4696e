import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from '../../scripts/services/child';
import { root } from '../../scripts/services/platform-process';
import { portToKeep } from '../harness/ports';
import { runFolder } from '../harness/services';
import { undoLater } from './undo';
import type { AcquirerEffect } from '../acquirers/acquirer-process';

const ANSWER_MS = 60_000;

type AcquirerName = 'yookassa' | 'adyen';

/** Runs a command of operators. */
type Holdfast = (...words: string[]) => Promise<unknown>;

/** Operators: one requests, another approves. */
interface Desk {
  holdfast: Holdfast;
  approve: (commandID: string) => Promise<void>;
}

/** A stand-in in a process of its own, with the account that the platform has there. */
export class AcquirerProcess {
  private child: Child | undefined;
  readonly account: string;
  readonly url: string;

  private constructor(
    readonly name: AcquirerName,
    private readonly environment: Record<string, string>,
  ) {
    this.account = `${name}-trial`;
    this.url = `http://127.0.0.1:${environment['ACQUIRER_PORT']}`;
  }

  static async start(name: AcquirerName, { apiUrl, ...desk }: { apiUrl: string } & Desk): Promise<AcquirerProcess> {
    const acquirer = new AcquirerProcess(name, {
      ACQUIRER: name,
      ACQUIRER_PORT: String(await portToKeep()),
      ACQUIRER_STATE: join(runFolder('acquirers'), `${name}-${randomBytes(4).toString('hex')}`),
      ACQUIRER_CALLBACKS: `${apiUrl}/callbacks/${name}/${name}-trial`,
      ACQUIRER_HMAC_KEY: randomBytes(32).toString('hex'),
      ACQUIRER_MERCHANT: 'HoldfastTEST',
    });
    const ended = undoLater(() => acquirer.kill());
    acquirer.stop = ended;
    await acquirer.run();
    await acquirer.addAccount(desk);
    return acquirer;
  }

  stop: () => Promise<void> = () => this.kill();

  get pid(): number {
    return this.child?.pid ?? -1;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.child?.kill();
  }

  async run(): Promise<void> {
    this.child = startChild({
      name: this.name,
      command: process.execPath,
      args: ['--enable-source-maps', join(root, 'dist/tests/acquirers/main.js')],
      cwd: root,
      env: { ...process.env, ...this.environment },
      logFile: join(runFolder('logs'), `acquirer-${this.name}.log`),
    });
    await this.read();
  }

  /** Its record, once it answers. */
  async read(): Promise<{ effects: AcquirerEffect[]; problems: string[]; blocked: string[]; isQuiet: boolean }> {
    for (const end = Date.now() + ANSWER_MS; ; await sleep(100)) {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(`${this.url}/trial/record`, { signal }).catch(() => undefined);
      if (response?.ok) return (await response.json()) as Awaited<ReturnType<AcquirerProcess['read']>>;
      if (Date.now() > end) throw new Error(`the stand-in of ${this.name} does not answer`);
    }
  }

  async inject(fault: { type: string; times: number }): Promise<void> {
    await post(`${this.url}/trial/fault`, fault, null);
  }

  /** Refuses new payments by a parameter, or no more. */
  async refuse(parameter: string | undefined): Promise<void> {
    await post(`${this.url}/trial/refuse`, { parameter }, null);
  }

  private async addAccount({ holdfast, approve }: Desk): Promise<void> {
    const { ACQUIRER_HMAC_KEY: hmacKey = '', ACQUIRER_MERCHANT: merchantAccount = '' } = this.environment;
    const access = {
      yookassa: {
        credentials: { shopID: '1', secretKey: 'test_trial', payoutGatewayID: '2', payoutSecretKey: 'trial' },
        settings: { url: `${this.url}/v3`, networks: ['127.0.0.0/8', '::/0'] },
      },
      adyen: {
        credentials: {
          ...{ apiKey: 'trial', merchantAccount, hmacKey },
          ...{ transferApiKey: 'trial', balanceAccount: 'BA00000000000000000000001' },
        },
        settings: { checkoutUrl: `${this.url}/v71`, transfersUrl: `${this.url}/btl/v4` },
      },
    }[this.name];
    const file = join(runFolder('acquirers'), `${this.account}-${randomBytes(4).toString('hex')}.json`);
    writeFileSync(file, JSON.stringify(access.credentials));
    const files = ['--credentials', file, '--settings', JSON.stringify(access.settings)];
    const given = ['--connector', this.name, '--name', this.account, ...files, '--reason', 'trial'];
    const requested = await holdfast('connector-account', 'create', this.account, ...given);
    await approve((requested as { commandID: string }).commandID);
  }
}

/** A payer decides at the acquirer that awaits this payment. @returns whether there is one */
export async function decideAt(urls: readonly string[], operationID: string, isConfirmed: boolean): Promise<boolean> {
  for (const url of urls) {
    const response = await post(`${url}/trial/decide`, { operationID, isConfirmed });
    if (!response?.ok) continue;
    const { address } = (await response.json()) as { address?: string };
    if (address !== undefined) await fetch(address, { redirect: 'manual' }).catch(() => undefined);
    return true;
  }
  return false;
}

/** Decides instead of the payer on the sandbox's page, if it is there. */
export async function decideAtSandbox(url: string, operationID: string, decision: string): Promise<void> {
  const answer = await post(`${url}/interactions/${encodeURIComponent(operationID)}`, { decision });
  await answer?.arrayBuffer().catch(() => undefined);
}

/** Without a limit it waits for a frozen process. @returns undefined without an answer */
function post(url: string, body: object, signal: AbortSignal | null = AbortSignal.timeout(10_000)) {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(() => undefined);
}
