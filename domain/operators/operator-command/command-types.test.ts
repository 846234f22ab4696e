import { readFileSync } from 'node:fs';
import { COMMAND_TYPES, type CommandType } from './command-types';

const TITLE = '## Approval by a second person';

/** The rows of the table below the title, without padding. */
function documentedRows(): string[] {
  const [, section = ''] = readFileSync('docs/operators.md', 'utf8').split(TITLE);
  const [table = ''] = (section.split('\n## ')[0] ?? '').match(/(^\|.*\n)+/m) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.replace(/ +/g, ' '));
}

function expectedRows(): string[] {
  const types: [string, CommandType][] = Object.entries(COMMAND_TYPES);
  return types.map(([name, { roles, approval }]) => {
    return `| \`${name}\` | ${roles.join(', ')} | ${approval === 'always' ? 'always' : 'above the limit'} |`;
  });
}

test('the operators’ guide lists every command type with its second person and roles', () => {
  expect(documentedRows()).toEqual(expectedRows());
});
