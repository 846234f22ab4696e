import type { ReactNode } from 'react';
import { useCommand, type FollowedCommand } from '../../parts/commands';
import { moneyText } from '../../parts/format';
import { DecisionDialog, DialogButton } from '../../parts/lazy-dialog';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import type { ShownDeposit } from './shown-deposit';

type ActionName = 'revert' | 'fail' | 'succeed';

/** The buttons that the roles of the person and the state of the deposit allow. */
export function DepositActions(props: { deposit: ShownDeposit; commands: FollowedCommand[] }): ReactNode {
  const { deposit, commands } = props;
  const { lists } = useTexts();
  const { has } = useSession();
  const isUndecided = !commands.some(({ state }) => state === 'AwaitingApproval' || state === 'Approved');
  if (!has('finance') || !isUndecided) return null;
  const { status, amount, revertedAmount = 0 } = deposit;
  const actions: [ActionName, boolean][] = [
    ['revert', status === 'Succeeded' && amount > revertedAmount],
    ['fail', status === 'Succeeded' && revertedAmount === 0],
    ['succeed', status === 'Failed'],
  ];
  return (
    <div className="row-actions">
      {actions
        .filter(([, isShown]) => isShown)
        .map(([action]) => (
          <DialogButton key={action} text={lists[action]}>
            {(onClose) => <DepositDecision {...{ deposit, action, onClose }} />}
          </DialogButton>
        ))}
    </div>
  );
}

interface DepositDecisionProps {
  deposit: ShownDeposit;
  action: ActionName;
  onClose: () => void;
}

function DepositDecision({ deposit, action, onClose }: DepositDecisionProps): ReactNode {
  const { lists } = useTexts();
  const request = useCommand();
  const { id: depositID, currency, amount, revertedAmount = 0 } = deposit;
  const max = amount - revertedAmount;
  const helps = {
    revert: lists.revertHelp(moneyText(max, currency)),
    fail: lists.failHelp,
    succeed: lists.succeedHelp,
  };
  const isRevert = action === 'revert';
  return (
    <DecisionDialog
      title={lists[action]}
      help={helps[action]}
      submit={lists[action]}
      isDangerous={action !== 'succeed'}
      {...(isRevert ? { money: { currency, max } } : {})}
      onClose={onClose}
      onSubmit={({ reason, amount: chosen }) =>
        request({
          type: isRevert ? 'depositRevert' : 'depositAdjustment',
          parameters: isRevert
            ? { depositID, amount: chosen, currency }
            : { depositID, status: action === 'fail' ? 'Failed' : 'Succeeded' },
          reason,
        })
      }
    />
  );
}
