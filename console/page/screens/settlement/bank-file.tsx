import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { CommandChoice } from '../../parts/command-choice';
import { useCommandsOf } from '../../parts/commands';
import { dayText } from '../../parts/format';
import { CopyID, Facts, Moment } from '../../parts/pieces';
import { useOperated } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { Summary } from '../../parts/summary';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { CommandList } from '../payment/command-list';
import { payoutColumns } from '../payouts/payout-columns';
import { FileStatus } from './columns';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from './settlement-screen';

/** A file of payment orders with its payouts, and what becomes of it. */
export function BankFileScreen(): ReactNode {
  const texts = useTexts();
  const { settlement, types, nav } = texts;
  const { fileID = '' } = useParams();
  const path = `/bank-files/${encodeURIComponent(fileID)}`;
  const query = useOperated<Schemas['BankFile']>(path);
  const commands = useCommandsOf(fileID);
  const file = commands.isPending ? undefined : query.data;
  return (
    <SettlementScreen title={`${types.bankFile} ${fileID}`}>
      <QueryState query={query} rows={8} isIncomplete={file === undefined} />
      {file && (
        <>
          <Summary
            title={settlement.orders(file.payoutCount)}
            {...{ amount: file.amount, currency: file.currency, status: <FileStatus status={file.status} /> }}
            rest={[
              [settlement.format, settlement.formats[file.format]],
              [settlement.executionDate, dayText(file.executionDate)],
            ]}
          />
          <div className="row-actions">
            <FileActions file={file} />
          </div>
          <CommandList commands={commands.data?.commands ?? []} />
          <FileFacts file={file} />
          <OperatedList<Schemas['OpenPayouts']>
            {...{ title: nav.payouts, path: '/payouts', filter: { bankFileID: fileID } }}
            columns={payoutColumns(texts).payouts}
          />
        </>
      )}
    </SettlementScreen>
  );
}

function FileFacts({ file }: { file: Schemas['BankFile'] }): ReactNode {
  const { settlement, common, lists } = useTexts();
  return (
    <Facts
      rows={[
        [settlement.ownAccount, <CopyID key="account" id={file.account} />],
        [common.created, <Moment key="created" at={file.createdAt} />],
        [lists.changed, file.decidedAt && <Moment key="decided" at={file.decidedAt} />],
        ['SHA-256', <CopyID key="hash" id={file.sha256} />],
      ]}
    />
  );
}

function FileActions({ file: { id, status } }: { file: Schemas['BankFile'] }): ReactNode {
  const { settlement } = useTexts();
  const { has } = useSession();
  if (!has('finance')) return null;
  const choices = [
    { type: 'confirmBankFile', label: settlement.confirmFile, help: settlement.confirmFileHelp },
    { type: 'cancelBankFile', label: settlement.cancelFile, help: settlement.cancelFileHelp, isDangerous: true },
  ];
  return (
    <>
      <a className="button" href={`/api/operators/v1/bank-files/${encodeURIComponent(id)}/content`} download>
        {settlement.download}
      </a>
      <CommandChoice choices={status === 'created' ? choices : []} parameters={{ fileID: id }} />
    </>
  );
}
