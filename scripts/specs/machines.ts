// The life cycles of domain/ as one table, from which the documentation draws its diagrams.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from '../../domain/machine/machine';
import { evaluate } from './evaluate';

export type AnyMachine = Machine<string, string>;

/** Every `*.machine.ts` of the domain by the machine's name, in the order of the names. */
export function readMachines(root: string): Record<string, unknown> {
  return Object.fromEntries(
    allMachines(root)
      .map(described)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Every machine that a `*.machine.ts` of the domain exports. */
export function allMachines(root: string): AnyMachine[] {
  const domain = path.join(root, 'domain');
  return readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.machine.ts'))
    .flatMap((file) => getMachines(path.join(domain, file)));
}

function getMachines(file: string): AnyMachine[] {
  return Object.values(evaluate(file)).filter(isMachine);
}

function isMachine(value: unknown): value is AnyMachine {
  return typeof value === 'object' && value !== null && 'transitions' in value && Array.isArray(value.transitions);
}

/** One arrow a state that it starts from, with the webhook events that the move emits. */
function described({ name, initial, states, transitions }: AnyMachine): [name: string, table: unknown] {
  const arrows = transitions.flatMap(({ from, to, on, emits }) =>
    from.map((state) => ({ from: state, to, on, ...(emits.length > 0 ? { event: emits.join(', ') } : {}) })),
  );
  return [name, { initial, states: [...states], transitions: arrows }];
}
