import { findTransition, isFinal, type StateMachine } from '../../platform/machine/machine';
import { depositAdjustmentMachine, depositRevertMachine } from '../deposit/deposit.machine';
import { w2wTransferMachine } from '../transfer/w2w-transfer.machine';
import { withdrawalMachine } from './withdrawal.machine';

type Outcome = StateMachine<'Pending' | 'Succeeded' | 'Failed', 'succeed' | 'fail'>;
const outcomes: Outcome[] = [withdrawalMachine, depositRevertMachine, depositAdjustmentMachine, w2wTransferMachine];

describe.each(outcomes.map((machine): [string, Outcome] => [machine.name, machine]))('the %s', (_, machine) => {
  it('ends once, by success or failure', () => {
    expect(machine.initial).toBe('Pending');
    expect(findTransition(machine, 'Pending', 'succeed')?.to).toBe('Succeeded');
    expect(findTransition(machine, 'Pending', 'fail')?.to).toBe('Failed');
    expect(isFinal(machine, 'Succeeded')).toBe(true);
    expect(isFinal(machine, 'Failed')).toBe(true);
  });
});

describe('a withdrawal', () => {
  it('emits its outcome', () => {
    expect(findTransition(withdrawalMachine, 'Pending', 'succeed')?.emits).toEqual(['WithdrawalSucceeded']);
    expect(findTransition(withdrawalMachine, 'Pending', 'fail')?.emits).toEqual(['WithdrawalFailed']);
  });
});
