import { createProgram } from '../../../cli/program';
import { formatError } from '../../../cli/format-error';
import type { RunCommand, Said } from '../command-line';

/** Runs commands of cli/main.ts one after another in one process, because starting a process costs more than most commands. */

/** Replaces `process.exit`. */
class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit with ${code}`);
  }
}

process.exit = (code) => {
  throw new Exit(Number(code ?? 0));
};
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (command: RunCommand) => {
  void carriedOut(command).then((said) => process.send?.(said));
});

async function carriedOut({ words, environment }: RunCommand): Promise<Said> {
  const said = { stdout: '', stderr: '', code: 0 };
  process.env = environment;
  process.stdout.write = takenInto(said, 'stdout');
  process.stderr.write = takenInto(said, 'stderr');
  try {
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof Exit)) said.stderr += `${formatError(error)}\n`;
    said.code = error instanceof Exit ? error.code : 1;
  }
  return said;
}

/** Replaces a stream's `write`. */
function takenInto(said: Said, stream: 'stdout' | 'stderr'): typeof process.stdout.write {
  return (chunk: Uint8Array | string, ...rest: unknown[]) => {
    said[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const isWritten = rest.at(-1);
    if (typeof isWritten === 'function') queueMicrotask(() => void (isWritten as () => void)());
    return true;
  };
}
