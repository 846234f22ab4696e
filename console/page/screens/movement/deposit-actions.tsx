import type { ReactNode } from 'react';
import { CommandChoice, type OfferedCommand } from '../../parts/command-choice';
import type { FollowedCommand } from '../../parts/commands';
import { moneyText } from '../../parts/format';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import type { ShownDeposit } from './shown-deposit';

/** The buttons that the roles of the person and the state of the deposit allow. */
export function DepositActions(props: { deposit: ShownDeposit; commands: FollowedCommand[] }): ReactNode {
  const { deposit, commands } = props;
  const { lists } = useTexts();
  const { has } = useSession();
  const isUndecided = !commands.some(({ state }) => state === 'AwaitingApproval' || state === 'Approved');
  if (!has('finance')) return null;
  const { id: depositID, status, amount, currency, revertedAmount = 0 } = deposit;
  const max = amount - revertedAmount;
  const adjust = (label: string, help: string, given: string): OfferedCommand => ({
    ...{ type: 'depositAdjustment', label, help, isDangerous: given === 'Failed', given: () => ({ status: given }) },
  });
  const choices: [OfferedCommand, boolean][] = [
    [
      {
        ...{ type: 'depositRevert', label: lists.revert, help: lists.revertHelp(moneyText(max, currency)) },
        ...{
          isDangerous: true,
          money: { currency, max },
          given: (decision) => ({ amount: decision.amount, currency }),
        },
      },
      status === 'Succeeded' && max > 0,
    ],
    [adjust(lists.fail, lists.failHelp, 'Failed'), status === 'Succeeded' && revertedAmount === 0],
    [adjust(lists.succeed, lists.succeedHelp, 'Succeeded'), status === 'Failed'],
  ];
  return (
    <div className="row-actions">
      <CommandChoice
        choices={choices.filter(([, isShown]) => isShown && isUndecided).map(([choice]) => choice)}
        parameters={{ depositID }}
      />
    </div>
  );
}
