import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface RunCommand {
  words: string[];
  environment: Record<string, string>;
}

export interface Said {
  stdout: string;
  stderr: string;
  code: number;
}

const host = join(__dirname, '../../dist/tests/harness/run/command-host.js');

/** Runs commands of the command line one after another in one process, which ends with the suite. */
export function commandLine(): (words: readonly string[], environment: Record<string, string>) => Promise<Said> {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  afterAll(() => child?.kill('SIGKILL'));
  return (words, environment) => {
    const said = last.then(() => {
      if (child?.exitCode !== null) child = fork(host, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const inherited = Object.entries(process.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      return readAnswer(child, {
        words: [...words],
        environment: { ...Object.fromEntries(inherited), ...environment },
      });
    });
    last = said.catch(() => undefined);
    return said;
  };
}

/** @throws Error with the output and exit code of a failed command */
export async function readStdout(said: Promise<Said>): Promise<string> {
  const all = await said;
  if (all.code !== 0) throw Object.assign(new Error(`the command ended with ${all.code}: ${all.stderr}`), all);
  return all.stdout;
}

function readAnswer(child: ChildProcess, command: RunCommand): Promise<Said> {
  return new Promise((resolve, reject) => {
    const died = (): void => reject(new Error('the process of the command line has died'));
    child.once('exit', died);
    child.once('message', (said) => {
      child.off('exit', died);
      resolve(said as Said);
    });
    child.send(command);
  });
}
