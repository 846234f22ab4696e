import fc from 'fast-check';
import { invoiceMachine } from '../../payments/invoice/invoice.machine';
import { paymentMachine } from '../../payments/payment/payment.machine';
import { findTransition, isFinal, requireTransition, type StateMachine } from './machine';

const machines: StateMachine<string, string>[] = [invoiceMachine, paymentMachine];

describe.each(machines.map((machine) => [machine.name, machine] as const))('the %s machine', (_name, machine) => {
  const actions = [...new Set(machine.transitions.map(({ on }) => on))];

  test('a machine has only its own states and at most one transition per state and action', () => {
    for (const { from, to } of machine.transitions) {
      expect(machine.states).toContain(to);
      for (const state of from) expect(machine.states).toContain(state);
    }
    for (const state of machine.states) {
      for (const action of actions) {
        const moves = machine.transitions.filter(({ on, from }) => on === action && from.includes(state));
        expect(moves.length).toBeLessThanOrEqual(1);
      }
    }
  });

  test('reaches every state from its initial one', () => {
    const reached = new Set([machine.initial]);
    for (let size = 0; size !== reached.size;) {
      size = reached.size;
      for (const { from, to } of machine.transitions) if (from.some((state) => reached.has(state))) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...machine.states].sort());
  });

  test('stays in its states under any sequence of actions', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...actions), { maxLength: 30 }), (asked) => {
        let state = machine.initial;
        for (const action of asked) {
          const transition = findTransition(machine, state, action);
          if (isFinal(machine, state)) expect(transition).toBeUndefined();
          if (transition) state = transition.to;
        }
        expect(machine.states).toContain(state);
      }),
    );
  });
});

test('requireTransition names the missing transition', () => {
  expect(requireTransition(invoiceMachine, 'unpaid', 'pay').to).toBe('paid');
  expect(() => requireTransition(invoiceMachine, 'cancelled', 'pay')).toThrow('invoice cannot pay from cancelled');
});

test('final invoices have no transitions', () => {
  for (const state of ['cancelled', 'fulfilled'] as const) expect(isFinal(invoiceMachine, state)).toBe(true);
});

test('failed and cancelled payments have no transitions', () => {
  for (const state of ['failed', 'cancelled'] as const) expect(isFinal(paymentMachine, state)).toBe(true);
});
