import type { Command } from 'commander';
import type { GoLiveFact } from '../domain/operators/go-live/go-live-fact';
import type { GoLiveLine } from '../operators/go-live/go-live';
import { goLiveChecks, goLiveStates, goLiveWords } from '../ui/checks/en';
import { describeGoLive } from '../ui/checks/describe';
import { runAt, withRemoteOption } from './remote';
import { print, withStoreAs } from './with-store';
import { recordTrial } from '../store/operators/go-live/go-live.queries';

/** `go-live` exits with 1 if anything is to do. */
export function addGoLiveCommand(program: Command): void {
  withRemoteOption(program.command('go-live'))
    .description('what a shop needs before it takes real money, and what is proved')
    .argument('<shopID>')
    .option('--json', 'print one JSON object per line: check, state, fact')
    .action(async (shopID: string, { json }: { json?: true }, command: Command) => {
      const call = { method: 'GET', path: `shops/${encodeURIComponent(shopID)}/go-live` } as const;
      const { lines } = await runAt<{ lines: GoLiveLine[] }>(command, call);
      for (const line of lines) {
        if (json) print(line);
        else process.stdout.write(formatLine(line));
      }
      if (lines.some(({ state }) => state === 'toDo')) process.exit(1);
    });
}

/** `alert-received` records what only the people who are called can know. */
export function addAlertReceivedCommand(program: Command): void {
  program
    .command('alert-received')
    .description('record that a test alert reached the people it is for, for `go-live`')
    .argument('<place>', 'where it arrived: a telephone, a chat, an address')
    .action(async (place: string) => {
      await withStoreAs('alert-received', (store) => recordTrial(store, 'alertReceived', place));
      print({ recorded: place });
    });
}

const STATE_WIDTH = 9;
const CHECK_WIDTH = 16;

function formatLine({
  check,
  state,
  fact,
}: {
  check: GoLiveLine['check'];
  state: GoLiveLine['state'];
  fact: GoLiveFact;
}): string {
  const { found, remedy } = describeGoLive(goLiveWords, fact);
  const line = `${goLiveStates[state].padEnd(STATE_WIDTH)} ${goLiveChecks[check].padEnd(CHECK_WIDTH)} ${found}\n`;
  return remedy === undefined ? line : `${line}${' '.repeat(STATE_WIDTH + 1)}→ ${remedy}\n`;
}
