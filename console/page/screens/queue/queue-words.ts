import type { Schemas } from '../../api/client';
import { readableName } from '../../parts/readable-name';
import type { ConsoleTexts } from '../../texts/ru';

type Words = Pick<ConsoleTexts, 'queue' | 'commands' | 'types'>;

/** The API words in English what an item waits for. An unknown text is shown as it is. */
export function describeItem(kind: string, what: string, { queue, commands, types }: Words): string {
  if (kind === 'approvals') {
    const [, type, subject, id, who] = /^(\w+) of (\w+)\/(\S+) by (.+)$/.exec(what) ?? [];
    if (!type || !subject || !id || !who) return what;
    return queue.requested(who, commands[type] ?? readableName(type), `${types[subject] ?? subject} ${id}`);
  }
  if (kind === 'findings') {
    const [, connector, finding, operation] = /^(\S+): (\w+) of (\S+)$/.exec(what) ?? [];
    if (!connector || !finding || !operation) return what;
    return `${connector}: ${queue.findings[finding] ?? readableName(finding)} (${operation})`;
  }
  const phrases = queue.phrases[kind as Schemas['QueueKind']] ?? {};
  return Object.entries(phrases).reduce((text, [phrase, word]) => text.replace(phrase, word), what);
}
