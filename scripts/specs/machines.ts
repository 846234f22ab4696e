// The state machines of domain/ as a table for diagrams.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { StateMachine } from '../../domain/platform/machine/machine';
import { evaluate } from './evaluate';

export type AnyMachine = StateMachine<string, string>;

/** All machines, sorted by name. */
export function readMachines(root: string): Record<string, unknown> {
  return Object.fromEntries(
    allMachines(root)
      .map(describeMachine)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

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

/** One arrow for each source state, with the webhook events of the transition. */
function describeMachine({ name, initial, states, transitions }: AnyMachine): [name: string, table: unknown] {
  const arrows = transitions.flatMap(({ from, to, on, emits }) =>
    from.map((state) => ({ from: state, to, on, ...(emits.length > 0 ? { event: emits.join(', ') } : {}) })),
  );
  return [name, { initial, states: [...states], transitions: arrows }];
}
