import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { WaitingCommands } from '../administration/waiting-commands';
import { fileColumns } from './columns';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from './settlement-screen';

const CreateFile = lazyDialog(async () => (await import('./create-file')).CreateFile);

/** The files of payment orders, and the requests for new ones. */
export function BankFiles(): ReactNode {
  const texts = useTexts();
  const { settlement } = texts;
  const { has } = useSession();
  const create = has('finance') && (
    <DialogButton text={settlement.createFile} className="button primary">
      {(onClose) => <CreateFile onClose={onClose} />}
    </DialogButton>
  );
  return (
    <SettlementScreen title={settlement.bankFiles} actions={create}>
      <div className="together in-turn">
        <WaitingCommands types={['createBankFile']} />
        <OperatedList<Schemas['BankFilePage']>
          {...{ isWhole: true, title: settlement.bankFiles, path: '/bank-files' }}
          columns={fileColumns(texts)}
        />
      </div>
    </SettlementScreen>
  );
}
