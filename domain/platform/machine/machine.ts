/** Event types that webhooks receive, in the order of their messages. */
export interface Emits<EventType extends string = string> {
  emits: readonly EventType[];
}

/** One transition of a lifecycle. */
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
 * A lifecycle as a table of transitions, and the only place that names emitted events. Transitions in `store/` check
 * further conditions (amounts, dates). `node scripts/build.mjs specs` writes every machine to `specs/machines.json`, which
 * the documentation draws.
 */
export interface StateMachine<State extends string, Action extends string, EventType extends string = string> {
  name: string;
  initial: State;
  states: readonly State[];
  transitions: readonly Transition<State, Action, EventType>[];
  creation?: Emits<EventType>;
  /** Events without a change of status. */
  steps?: Readonly<Record<string, Emits<EventType>>>;
}

/** Finds the transition of `action` from `state`, if there is one. */
export function findTransition<State extends string, Action extends string, EventType extends string = string>(
  machine: Pick<StateMachine<State, Action, EventType>, 'transitions'>,
  state: State,
  action: Action,
): Transition<State, Action, EventType> | undefined {
  return machine.transitions.find((transition) => transition.on === action && transition.from.includes(state));
}

/** Returns the transition of `action` from `state`. @throws Error if there is none */
export function requireTransition<State extends string, Action extends string, EventType extends string = string>(
  machine: Pick<StateMachine<State, Action, EventType>, 'name' | 'transitions'>,
  state: State,
  action: Action,
): Transition<State, Action, EventType> {
  const transition = findTransition(machine, state, action);
  if (!transition) throw new Error(`${machine.name} cannot ${action} from ${state}`);
  return transition;
}

/** Whether no transition leaves `state`. */
export function isFinal<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  state: State,
): boolean {
  return !machine.transitions.some((transition) => transition.from.includes(state));
}
