// `npm run layers`: draws the rooms and their imports into ARCHITECTURE.md, as the layer checker sees them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import roomNames from './rooms.cjs';
import { binary, root, run } from './run.mjs';

// Tests, measurements and what builds the house are not of it.
const rooms = roomNames.all.filter(
  (room) => !['acceptance', 'bench', 'content', 'scripts', 'specs', 'testing', 'trials'].includes(room),
);
const file = join(root, 'ARCHITECTURE.md');
const [begin, end] = ['<!-- layers -->', '<!-- /layers -->'];

const { code, output } = await run(binary('depcruise'), [
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type',
  'json',
  '--exclude',
  '\\.test\\.|/testing|node_modules|^web/build|^testing',
  ...rooms,
]);
if (code !== 0 && !output.startsWith('{')) throw new Error(output);

/** Whether an arrow stands for types only, which are gone when the code runs. */
const isOfTypes = new Map();
for (const { source, dependencies } of JSON.parse(output).modules) {
  for (const { resolved, dependencyTypes } of dependencies) {
    const [from, to] = [source.split('/')[0], resolved.split('/')[0]];
    if (from === to || !rooms.includes(from) || !rooms.includes(to)) continue;
    const arrow = `${from} ${to}`;
    isOfTypes.set(arrow, (isOfTypes.get(arrow) ?? true) && dependencyTypes.includes('type-only'));
  }
}
const arrows = [...isOfTypes].map(([arrow, ofTypes]) => `  ${arrow.replace(' ', ofTypes ? ' -.-> ' : ' --> ')}`);
const picture = ['```mermaid', 'flowchart TD', ...arrows.sort(), '```'].join('\n');
const text = readFileSync(file, 'utf8');
const before = text.slice(0, text.indexOf(begin) + begin.length);
writeFileSync(file, `${before}\n\n${picture}\n\n${text.slice(text.indexOf(end))}`);
console.log(`${arrows.length} arrows drawn into ARCHITECTURE.md`);
