import { setTimeout as sleep } from 'node:timers/promises';
import { ARRIVAL_TIMEOUT_MS } from './timeouts';

/** Polls until the response is as expected. @returns the last response, also on timeout */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
  { limitMs = ARRIVAL_TIMEOUT_MS, pauseMs = 25 } = {},
): Promise<Answer> {
  for (const end = Date.now() + limitMs; ; await sleep(pauseMs)) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > end) return answer;
  }
}
