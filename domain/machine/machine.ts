/** What webhooks are told: event types, in the order in which their messages are sent. */
export interface Emits<EventType extends string = string> {
  emits: readonly EventType[];
}

/** One allowed move of a lifecycle. */
export interface Transition<
  State extends string,
  Action extends string,
  EventType extends string = string,
> extends Emits<EventType> {
  on: Action;
  from: readonly State[];
  to: State;
}

/**
 * A lifecycle as a table: which moves exist, and the only place that names what webhooks are told. Whether a move is allowed
 * now may depend on more (amounts, dates, what was asked before), which transitions in `store/` decide. The documentation draws
 * its diagrams from it: `node scripts/build.mjs specs` writes every machine to `specs/machines.json`.
 */
export interface Machine<State extends string, Action extends string, EventType extends string = string> {
  name: string;
  initial: State;
  states: readonly State[];
  transitions: readonly Transition<State, Action, EventType>[];
  /** What the creation emits, where webhooks are told of it. */
  creation?: Emits<EventType>;
  /** What happens without a move, and is an event all the same. */
  steps?: Readonly<Record<string, Emits<EventType>>>;
}

/** Finds the move that `action` makes from `state`, or undefined where the lifecycle has none. */
export function findTransition<State extends string, Action extends string, EventType extends string = string>(
  machine: Pick<Machine<State, Action, EventType>, 'transitions'>,
  state: State,
  action: Action,
): Transition<State, Action, EventType> | undefined {
  return machine.transitions.find((transition) => transition.on === action && transition.from.includes(state));
}

/** The move that `action` makes from `state`, for who knows that there is one. @throws Error where the lifecycle has none */
export function requireTransition<State extends string, Action extends string, EventType extends string = string>(
  machine: Pick<Machine<State, Action, EventType>, 'name' | 'transitions'>,
  state: State,
  action: Action,
): Transition<State, Action, EventType> {
  const transition = findTransition(machine, state, action);
  if (!transition) throw new Error(`${machine.name} cannot ${action} from ${state}`);
  return transition;
}

/** Tells whether no move leaves `state`. */
export function isFinal<State extends string, Action extends string>(
  machine: Machine<State, Action>,
  state: State,
): boolean {
  return !machine.transitions.some((transition) => transition.from.includes(state));
}
