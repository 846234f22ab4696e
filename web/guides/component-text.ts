import { href } from '../app/site/href';
import type { GuideData, GuideMachine } from './guide-data';
import { postmanCollections } from './postman-collections';
import { groupTestCards, testCardRows } from './test-cards';

export function componentMarkdown(name: string, attributes: Record<string, string>, data: GuideData): string {
  switch (name) {
    case 'StateDiagram':
      return listTransitions(data.machines[attributes['machine'] ?? '']);
    case 'Pictures':
      return (attributes['names'] ?? '')
        .split(/\s+/)
        .flatMap((name) => data.pictures[name] ?? [])
        .map(({ alt, light }) => `![${alt}](${href(`/${light.path}`)})`)
        .join('\n\n');
    case 'TestCards':
      return testCardTables(data);
    case 'PostmanLinks':
      return postmanCollections()
        .map(({ path, title }) => `- [${title}](${path})`)
        .join('\n');
    case 'SignatureChecks':
      return data.signatureChecks
        .map(({ file, language, code }) => `\`${file}\`:\n\n\`\`\`${language}\n${code}\n\`\`\``)
        .join('\n\n');
    default:
      return '';
  }
}

/** Writes a component as plain text without table heads and programs; card numbers have no spaces. */
export function componentText(name: string, attributes: Record<string, string>, data: GuideData): string {
  if (name === 'SignatureChecks') return '';
  return componentMarkdown(name, attributes, data)
    .replace(/^\|.*\|\n\|[-| ]+\|$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<=\d{4}) (?=\d)/g, '')
    .replace(/^\s*[-#]+|[|*]/gm, ' ');
}

function listTransitions(machine: GuideMachine | undefined): string {
  if (!machine) return '';
  const lines = machine.transitions.map(({ from, to, event }) => `- ${from} → ${to}${event ? `: ${event}` : ''}`);
  return [`- начало: ${machine.initial}`, ...lines].join('\n');
}

function testCardTables(data: GuideData): string {
  const head = '| Номер карты | Платёжная система | Результат |\n| --- | --- | --- |';
  return groupTestCards(testCardRows(data.testCards))
    .map(({ title, rows }) => {
      const lines = rows.map(({ number, brand, outcome }) => `| ${number} | ${brand} | ${outcome} |`);
      return [`**${title}**\n`, head, ...lines].join('\n');
    })
    .join('\n\n');
}
