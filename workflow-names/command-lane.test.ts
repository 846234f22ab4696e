import { selectLane } from './command-lane';
import { workflowIDs } from './workflow-ids';

test('commands of payments and payouts take the payer lane, all others the background lane', () => {
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

test('ids chosen by operators take the background lane', () => {
  expect(['deposit-4711', '', '/', 'constructor', 'toString/1', 'payments/1'].map(selectLane)).toEqual(
    Array(6).fill('background'),
  );
});
