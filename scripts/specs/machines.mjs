// The life cycles of domain/ as one table, from which the documentation draws its diagrams.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { transformSync } from '@swc/core';

/** Every `*.machine.ts` of the domain by the machine's name, in the order of the names. */
export function readMachines(root) {
  const domain = path.join(root, 'domain');
  const found = readdirSync(domain, { recursive: true })
    .filter((file) => file.endsWith('.machine.ts'))
    .flatMap((file) => machinesOf(path.join(domain, file)));
  return Object.fromEntries(found.map(described).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Evaluated without `require`: a machine that imports anything would not be pure. */
function machinesOf(file) {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const exports = {};
  vm.runInNewContext(code, { exports }, { filename: file });
  return Object.values(exports).filter((value) => Array.isArray(value?.transitions));
}

/** One arrow a state that it starts from, with the webhook events that the move announces. */
function described({ name, initial, states, transitions }) {
  const arrows = transitions.flatMap(({ from, to, on, announces }) =>
    from.map((state) => ({ from: state, to, on, ...(announces.length > 0 ? { event: announces.join(', ') } : {}) })),
  );
  return [name, { initial, states: [...states], transitions: arrows }];
}
