import type { GoLiveLine } from '../operators/go-live/go-live';
import { describeGoLive } from '../ui/checks/describe';
import { goLiveChecks, goLiveStates, goLiveWords } from '../ui/checks/en';

const STATE_WIDTH = 9;
const CHECK_WIDTH = 16;

/** Words the lines of `go-live`, with remedies. */
export function formatGoLive({ lines }: { lines: GoLiveLine[] }): string {
  return lines.map(formatLine).join('');
}

export function findFailure({ lines }: { lines: GoLiveLine[] }): string | undefined {
  return lines.some(({ state }) => state === 'toDo') ? 'not everything is done' : undefined;
}

function formatLine({ check, state, fact }: GoLiveLine): string {
  const { found, remedy } = describeGoLive(goLiveWords, fact);
  const line = `${goLiveStates[state].padEnd(STATE_WIDTH)} ${goLiveChecks[check].padEnd(CHECK_WIDTH)} ${found}\n`;
  return remedy === undefined ? line : `${line}${' '.repeat(STATE_WIDTH + 1)}→ ${remedy}\n`;
}
