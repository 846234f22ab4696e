import { selectLane } from './command-lane';
import { workflowIDs } from './workflow-ids';

test('what a payer or a payout waits for goes before what can wait', () => {
  const waitedFor = [
    workflowIDs.payment('i', '1'),
    workflowIDs.refund('i', '1', '1'),
    workflowIDs.binding('c', 'b'),
    workflowIDs.withdrawal('w'),
    workflowIDs.destination('d'),
  ];
  const canWait = [workflowIDs.dueInvoices(), workflowIDs.report('i', 1), workflowIDs.delivery('w', 'invoice/i')];
  expect(new Set(waitedFor.map(selectLane))).toEqual(new Set(['payer']));
  expect(new Set(canWait.map(selectLane))).toEqual(new Set(['background']));
});

test('an id that an operator chose is on the lane of what can wait, whatever he chose', () => {
  expect(['deposit-4711', '', '/', 'constructor', 'toString/1', 'payments/1'].map(selectLane)).toEqual(
    Array(6).fill('background'),
  );
});
