import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { toQuery, type Schemas } from '../../api/client';
import { CommandChoice } from '../../parts/command-choice';
import { useCommandsOf } from '../../parts/commands';
import { FilterForm } from '../../parts/filter-form';
import { useOperators } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { CommandList } from '../payment/command-list';
import { bankLineColumns } from './columns';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from './settlement-screen';

/** The movements of a statement with what they mean for payouts, and its application by two people. */
export function BankStatementScreen(): ReactNode {
  const texts = useTexts();
  const { settlement, types } = texts;
  const { statementID = '' } = useParams();
  const [address] = useSearchParams();
  const { has } = useSession();
  const findings = address.get('findings') ?? '';
  const path = `/bank-statements/${encodeURIComponent(statementID)}/lines`;
  const first = useOperators<Schemas['BankLines']>(`${path}${toQuery({ limit: 1 })}`);
  const commands = useCommandsOf(statementID);
  // A line has its result from the day on which the statement is applied.
  const isNew = first.data?.result.some(({ result }) => result === undefined) ?? false;
  const choice = { type: 'applyBankStatement', label: settlement.apply, help: settlement.applyHelp };
  const isComplete = Boolean(first.data) && !commands.isPending;
  return (
    <SettlementScreen title={`${types.bankStatement} ${statementID}`}>
      <QueryState query={first} rows={8} isIncomplete={!isComplete} />
      {isComplete && (
        <>
          {has('finance') && (
            <div className="row-actions">
              <CommandChoice choices={isNew ? [choice] : []} parameters={{ statementID }} />
            </div>
          )}
          <CommandList commands={commands.data?.commands ?? []} />
          <FilterForm
            fields={[
              {
                ...{ name: 'findings', title: settlement.shownLines, value: findings },
                options: [
                  ['', settlement.allLines],
                  ['true', settlement.findingsOnly],
                ],
              },
            ]}
          />
          <OperatedList<Schemas['BankLines']>
            {...{ title: settlement.movements, path, filter: { findings } }}
            columns={bankLineColumns(texts)}
            getRowID={({ number }) => String(number)}
          />
        </>
      )}
    </SettlementScreen>
  );
}
