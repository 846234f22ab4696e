import { webhookMessages } from './webhook-messages';
import { connector } from './connector';
import { entities } from './entities';
import type { Check, Evidence, CheckerViolation } from './evidence';
import { money } from './money';
import { secrets } from './secrets';
import { settlement } from './settlement';
import { workflows } from './workflows';

/** All checks; workflows first, because missing ones are given time there. */
const CHECKS: readonly Check[] = [workflows, money, settlement, connector, entities, webhookMessages, secrets];

/** All violations in a platform's data. */
export async function check(evidence: Evidence): Promise<CheckerViolation[]> {
  const violations: CheckerViolation[] = [];
  for (const each of CHECKS) violations.push(...(await each(evidence)));
  return violations;
}
