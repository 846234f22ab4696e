import type { Schemas } from '../../api/client';
import { readableName } from '../../parts/readable-name';
import type { ConsoleTexts } from '../../texts/texts';

type Fact = Schemas['WorkFact'];
type FactOf<Type extends Fact['type']> = Extract<Fact, { type: Type }>;
type Words = Pick<ConsoleTexts, 'queue' | 'commands' | 'types' | 'payments'>;

/** Words what an item of the queue waits for. */
export function describeWork(fact: Fact, words: Words): string {
  const describe = DESCRIPTIONS[fact.type] as (fact: Fact, words: Words) => string;
  return describe(fact, words);
}

const DESCRIPTIONS: { [Type in Fact['type']]: (fact: FactOf<Type>, words: Words) => string } = {
  approval: ({ command, subjectType, subjectID, by }, { queue, commands, types }) =>
    queue.requested(by, commands[command] ?? readableName(command), `${types[subjectType]} ${subjectID}`),
  chargeback: ({ stage, reasonCode, account, evidenceSentAt }, { queue }) => {
    const what = [queue.stages[stage] ?? stage, reasonCode].filter(Boolean).join(' ');
    const stated = account === undefined ? what : queue.statedBy(what, account);
    return evidenceSentAt === undefined ? stated : `${stated} · ${queue.evidenceSent}`;
  },
  endingHold: ({ onHoldExpiration }, { queue }) => queue.holdEnds[onHoldExpiration] ?? onHoldExpiration,
  review: ({ rule, tool, card, email }, { queue, payments }) =>
    [queue.heldBy(rule), card ?? payments.methods[tool] ?? readableName(tool), email].filter(Boolean).join(' · '),
  payout: ({ connector, state }, { queue }) => {
    const by = connector === undefined ? queue.noConnector : queue.through(connector);
    return state === undefined ? by : `${by}, ${queue.payoutStates[state] ?? state}`;
  },
  openFinding: ({ connector, finding, operationID }, { queue }) =>
    `${connector}: ${queue.findings[finding]} (${operationID})`,
  endpoint: ({ subjects, url }, { queue }) => queue.waitFor(subjects, url),
  destination: ({ resourceType }, { queue }) => queue.waitsForApproval(queue.resources[resourceType] ?? resourceType),
  workflow: ({ problem, restarts }, { queue }) => queue.restarted(queue.problems[problem] ?? problem, restarts),
};
