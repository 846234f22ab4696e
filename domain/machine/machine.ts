/** One allowed move of a lifecycle. `announces` lists the webhook events of the move, in the order they are sent. */
export interface Transition<State extends string, Action extends string> {
  on: Action;
  from: readonly State[];
  to: State;
  announces: readonly string[];
}

/**
 * A lifecycle as a table: the only place that knows which moves exist. The documentation draws its diagrams from it
 * (`npm run specs` writes every machine to `specs/machines.json`).
 */
export interface Machine<State extends string, Action extends string> {
  name: string;
  initial: State;
  states: readonly State[];
  transitions: readonly Transition<State, Action>[];
}

/** Finds the move that `action` makes from `state`, or undefined where the lifecycle has none. */
export function findTransition<State extends string, Action extends string>(
  machine: Machine<State, Action>,
  state: State,
  action: Action,
): Transition<State, Action> | undefined {
  return machine.transitions.find((transition) => transition.on === action && transition.from.includes(state));
}

/** Tells whether no move leaves `state`. */
export function isFinal<State extends string, Action extends string>(
  machine: Machine<State, Action>,
  state: State,
): boolean {
  return !machine.transitions.some((transition) => transition.from.includes(state));
}
