import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'hast';
import testCards from '../../specs/test-cards.json';
import type { Section } from './guide';
import { writeMarkdownTwin } from './markdown-twin';
import { prepareSource } from './prepare-source';
import { readStructure } from './read-structure';
import { groupTestCards, testCardRows } from './test-cards';

const data = {
  pictures: {},
  signatureChecks: [],
  machines: { invoice: { states: [], initial: 'unpaid', transitions: [{ from: 'unpaid', to: 'paid', on: 'pay', event: 'InvoicePaid' }] } }, // prettier-ignore
  testCards,
};
const CONTENT = join(__dirname, '../../content/current/docs');
const GUIDES = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mdx'));
const getTwin = (source: string) => writeMarkdownTwin({ title: 'Страница', description: undefined, source, data });

describe('the Markdown twin', () => {
  test('keeps every line of an admonition without a title', () => {
    expect(getTwin(':::warning\nПервая строка.\n\nВторая.\n:::\n\nДальше.')).toBe(
      '# Страница\n\n> **Внимание**\n>\n> Первая строка.\n>\n> Вторая.\n\nДальше.\n',
    );
  });

  test('keeps the titles of several admonitions and the text after each', () => {
    const twin = getTwin(':::note[Заголовок]\nОдин.\n:::\n\nМежду.\n\n:::tip Совет\nДва.\n:::\n\nКонец.');
    expect(twin).toContain('> **Заголовок**\n>\n> Один.');
    expect(twin).toContain('\nМежду.\n');
    expect(twin).toContain('> **Совет**\n>\n> Два.');
    expect(twin).toMatch(/\nКонец\.\n$/);
  });

  test('leaves colons within code unchanged', () => {
    expect(getTwin('```text\n:::note\n:::\n```')).toContain('```text\n:::note\n:::\n```');
  });

  test.each(GUIDES)('%s keeps its text from the first heading to the last line', (file) => {
    const source = readFileSync(join(CONTENT, file), 'utf8');
    const twin = getTwin(source);
    const lines = source.split('\n').filter((line) => /^#+ |^- |^\d+\. /.test(line) && !/[<{(]/.test(line));
    expect(lines.filter((line) => !twin.includes(line))).toEqual([]);
    const fences = (text: string) => text.match(/^(> )?```/gm)?.length;
    expect(fences(twin)).toBe(fences(source));
  });

  test('groups the test cards as the page does', () => {
    const twin = getTwin('<TestCards />');
    const groups = groupTestCards(testCardRows(testCards));
    expect(groups.length).toBeGreaterThan(5);
    for (const { title, rows } of groups) {
      const part = twin.slice(twin.indexOf(`**${title}**`)).split('\n\n**')[0]!;
      for (const { number } of rows) expect(part).toContain(`| ${number} |`);
    }
  });
});

describe('the search text of a section', () => {
  const getSection = (name: string, attributes: object[]): string => {
    const sections: Section[] = [];
    const element = { type: 'mdxJsxFlowElement', name, attributes, children: [] };
    readStructure({ headings: [], sections, data })({ type: 'root', children: [element] } as unknown as Root);
    return sections[0]!.text;
  };

  test('contains the data of components', () => {
    const cards = getSection('TestCards', []);
    for (const { pan } of testCards.cards) expect(cards).toContain(pan);
    expect(cards).toMatch(/Недостаточно средств/);
    expect(cards).not.toMatch(/[|*]|---/);
    expect(getSection('StateDiagram', [{ name: 'machine', value: 'invoice' }])).toContain('unpaid → paid: InvoicePaid');
  });

  test('contains the titles of admonitions', () => {
    expect(getSection('Admonition', [{ name: 'kind', value: 'note' }, { name: 'title', value: { value: '"Срок"' } }])).toBe('Срок.'); // prettier-ignore
    expect(getSection('Admonition', [{ name: 'kind', value: 'warning' }])).toBe('Внимание.');
  });
});

test('an admonition becomes an element with its title', () => {
  expect(prepareSource(':::note[Срок "до"]\nТекст.\n:::')).toBe(
    '<Admonition kind="note" title={"Срок \\"до\\""}>\n\nТекст.\n\n</Admonition>',
  );
});
