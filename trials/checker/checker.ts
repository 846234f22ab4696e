import { webhookMessages } from './webhook-messages';
import { connector } from './connector';
import { entities } from './entities';
import type { Check, Evidence, Violation } from './evidence';
import { money } from './money';
import { secrets } from './secrets';
import { workflows } from './workflows';

/** Every family of invariants; of workflows first, since what is lost is given its time there. */
const CHECKS: readonly Check[] = [workflows, money, connector, entities, webhookMessages, secrets];

/** Everything that is wrong with what a platform has left behind. */
export async function check(evidence: Evidence): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const each of CHECKS) violations.push(...(await each(evidence)));
  return violations;
}
