import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { CommandChoice } from '../../parts/command-choice';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { negativeColumns } from './columns';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from './settlement-screen';

/** Which shops owe the platform, the largest debt first. */
export function NegativeBalances(): ReactNode {
  const texts = useTexts();
  const { settlement } = texts;
  return (
    <SettlementScreen title={settlement.negativeBalances}>
      <OperatedList<Schemas['NegativeBalances']>
        {...{ isWhole: true, title: settlement.debts, path: '/negative-balances' }}
        columns={negativeColumns(texts, (row) => (
          <WriteOff balance={row} />
        ))}
        getRowID={({ shopID, currency }) => `${shopID} ${currency}`}
      />
    </SettlementScreen>
  );
}

/** The reason of the write-off is its text on the shop's statement. */
function WriteOff({ balance: { shopID, currency, balance } }: { balance: Schemas['NegativeBalance'] }): ReactNode {
  const { settlement } = useTexts();
  const { has } = useSession();
  if (!has('finance')) return null;
  const choice = {
    ...{ type: 'writeOffSettlement', label: settlement.writeOff, help: settlement.writeOffHelp, isDangerous: true },
    money: { currency, max: -balance },
    given: ({ amount, reason }: { amount: number; reason: string }) => ({ amount, text: reason }),
  };
  return <CommandChoice choices={[choice]} parameters={{ shopID, currency }} />;
}
