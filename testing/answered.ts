import { setTimeout as sleep } from 'node:timers/promises';
import { ARRIVAL_TIMEOUT_MS } from './timeouts';

/** Asks until the answer is as wanted. @returns the last answer, also where it never is: the test says what it misses */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > end) return answer;
  }
}
