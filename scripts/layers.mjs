// `npm run layers`: draws the folders and their imports into docs/code-map.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import folderLists from './folders.cjs';
import { binary, root, run } from './run.mjs';

// Without tests, benchmarks and build tools.
const folders = folderLists.all.filter(
  (folder) => !['content', 'deploy', 'scripts', 'specs', 'tests'].includes(folder),
);
const file = join(root, 'docs/code-map.md');
const [begin, end] = ['<!-- layers -->', '<!-- /layers -->'];

const { code, output } = await run(binary('depcruise'), [
  ...['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '--exclude'],
  '\\.test\\.|/testing|node_modules|^(web|checkout|console)/(build|tests)',
  ...folders,
]);
if (code !== 0 && !output.startsWith('{')) throw new Error(output);

/** Whether an arrow is an import of types only. */
const isTypeOnly = new Map();
for (const { source, dependencies } of JSON.parse(output).modules) {
  for (const { resolved, dependencyTypes } of dependencies) {
    const [from, to] = [source.split('/')[0], resolved.split('/')[0]];
    if (from === to || !folders.includes(from) || !folders.includes(to)) continue;
    const arrow = `${from} ${to}`;
    isTypeOnly.set(arrow, (isTypeOnly.get(arrow) ?? true) && dependencyTypes.includes('type-only'));
  }
}
const arrows = [...isTypeOnly].map(([arrow, typeOnly]) => `  ${arrow.replace(' ', typeOnly ? ' -.-> ' : ' --> ')}`);
const picture = ['```mermaid', 'flowchart TD', ...arrows.sort(), '```'].join('\n');
const text = readFileSync(file, 'utf8');
const before = text.slice(0, text.indexOf(begin) + begin.length);
writeFileSync(file, `${before}\n\n${picture}\n\n${text.slice(text.indexOf(end))}`);
console.log(`${arrows.length} arrows drawn into docs/code-map.md`);
