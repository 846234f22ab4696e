import { findTransition } from '../../platform/machine/machine';
import { COMMAND_STATES, operatorCommandMachine } from './operator-command.machine';

test('only a waiting command is decided, and only an approved one ends with an outcome', () => {
  const actions = ['approve', 'reject', 'expire', 'succeed', 'fail'] as const;
  const allowed = COMMAND_STATES.flatMap((state) =>
    actions.flatMap((action) => {
      const to = findTransition(operatorCommandMachine, state, action)?.to;
      return to === undefined ? [] : [`${state} ${action} ${to}`];
    }),
  );
  expect(allowed).toEqual([
    'AwaitingApproval approve Approved',
    'AwaitingApproval reject Rejected',
    'AwaitingApproval expire Expired',
    'Approved succeed Succeeded',
    'Approved fail Failed',
  ]);
  expect(operatorCommandMachine.initial).toBe('AwaitingApproval');
});
