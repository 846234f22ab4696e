import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { findApiKey } from '../../store/merchants/api-key/api-key.queries';
import { findOperatorKey } from '../../store/operators/operator-key/operator-key.queries';
import { Database } from '../../store/postgres/database';
import { ServiceProblem } from './folders';
import { root } from './platform-process';

/** A party with a shop and an API key, and the keys of `demo-operator` and of `demo-approver`. */
export type Demo = { partyID: string; shopID: string; apiKey: string; operatorKey: string; approverKey: string };

const run = promisify(execFile);

/** Creates or finds the demo party by the command line; each call creates a new key. */
export async function makeDemo(environment: NodeJS.ProcessEnv): Promise<Demo> {
  const cli = join(root, 'dist/cli/main.js');
  const options = { env: { ...process.env, ...environment }, cwd: root };
  const { stdout } = await run(process.execPath, [cli, 'demo', 'seed'], options).catch((error: Error) => {
    throw new ServiceProblem(`The demo shop could not be created:\n${error.message}`);
  });
  const { partyID, shopID, apiKey, operatorKey, approverKey } = JSON.parse(stdout) as Demo;
  return { partyID, shopID, apiKey, operatorKey, approverKey };
}

/** Whether the keys are valid in this database. */
export async function isDemoUsable({ apiKey, ...operators }: Demo, databaseUrl: string): Promise<boolean> {
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  try {
    const keys = [operators.operatorKey, operators.approverKey].map(async (key) => findOperatorKey(database, key));
    return (await Promise.all([findApiKey(database, apiKey), ...keys])).every((key) => key !== undefined);
  } finally {
    await database.close();
  }
}
