import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useCommand } from '../../parts/commands';
import { Window } from '../../parts/dialog';
import { hasPassed } from '../../parts/days';
import { moneyText } from '../../parts/format';
import { useOperators } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { FieldsDialog, type DialogField, type DialogValues } from '../administration/fields-dialog';

interface OwnAccount {
  institutionID: string;
  currency: string;
  key: string;
  title: string;
}

/** An institution as far as it names the accounts that payouts are made from. */
interface PayingInstitution {
  name: string;
  terms?: { payoutAccounts?: { currency: string; account: { iban?: string; number?: string } }[] };
}

function listAccounts({ result }: Schemas['ConfiguredEntities']): OwnAccount[] {
  return result.flatMap(({ id, value }) => {
    const { name, terms } = value as unknown as PayingInstitution;
    return (terms?.payoutAccounts ?? []).map(({ currency, account }) => ({
      ...{ institutionID: id, currency, key: `${id} ${currency}` },
      title: `${name}, ${currency}, ${account.iban ?? account.number ?? ''}`,
    }));
  });
}

/** Requests a file of all payouts that may be sent from an account of the provider. */
export function CreateFile({ onClose }: { onClose: () => void }): ReactNode {
  const { settlement } = useTexts();
  const institutions = useOperators<Schemas['ConfiguredEntities']>('/configuration/institutions?limit=1000');
  const payouts = useOperators<Schemas['OpenPayouts']>('/payouts?state=open');
  const accounts = institutions.data && listAccounts(institutions.data);
  if (accounts && accounts.length > 0 && payouts.data) {
    const due = payouts.data.payouts.filter(
      ({ status, bankFileID, connector, sendFrom }) =>
        status === 'pending' &&
        (bankFileID ?? connector) === undefined &&
        (sendFrom === undefined || hasPassed(sendFrom)),
    );
    return <FileForm {...{ accounts, due, onClose }} />;
  }
  return (
    <Window title={settlement.createFile} onClose={onClose}>
      <QueryState query={institutions} isIncomplete={!payouts.data} rows={4} />
      {accounts && payouts.data && <p className="help">{settlement.noAccounts}</p>}
    </Window>
  );
}

interface FileFormProps {
  accounts: readonly OwnAccount[];
  due: readonly Schemas['OperatedPayout'][];
  onClose: () => void;
}

const FORMATS = ['pain.001', 'sepa', 'text-1251', 'text-utf8'] as const;

function FileForm({ accounts, due, onClose }: FileFormProps): ReactNode {
  const { settlement } = useTexts();
  const request = useCommand();
  // What is due is offered first.
  const sorted = accounts.toSorted((one, other) => sumDue(due, other.currency) - sumDue(due, one.currency));
  const [chosen, setChosen] = useState(sorted[0]?.key);
  const account = sorted.find(({ key }) => key === chosen);
  const offered = due.filter(({ currency }) => currency === account?.currency);
  const send = async ({ format = '', payoutIDs = '', reason }: DialogValues & { reason: string }): Promise<void> => {
    const ids = payoutIDs.split(',').filter(Boolean);
    // The chosen payouts, unless they are all that is due.
    const some = ids.length > 0 && ids.length < offered.length && { payoutIDs: ids };
    // Without an account the API refuses.
    const { institutionID, currency } = account ?? { institutionID: '', currency: '' };
    const parameters = { paymentInstitutionID: Number(institutionID), currency, format, ...some };
    await request({ type: 'createBankFile', parameters, reason });
  };
  const accountOptions = sorted.map(({ key, title, currency }) => {
    return [key, `${title}: ${settlement.due(moneyText(sumDue(due, currency), currency))}`] as const;
  });
  const payoutOptions = offered.map(({ id, shopID, amount, currency }) => {
    return [id, `${shopID}: ${moneyText(amount, currency)} (${id})`] as const;
  });
  const some: DialogField = {
    ...{ name: 'payoutIDs', title: settlement.someOnly, value: offered.map(({ id }) => id).join() },
    ...{ options: payoutOptions, isOptional: true, isSeveral: true, isFolded: true },
  };
  const first = account?.currency === 'RUB' ? 'text-1251' : 'pain.001';
  const formats = FORMATS.map((format) => [format, settlement.formats[format]] as const);
  return (
    <FieldsDialog
      {...{ title: settlement.createFile, submit: settlement.createFile, onSubmit: send, onClose }}
      help={settlement.createFileHelp}
      fields={[
        { name: 'account', title: settlement.ownAccount, value: accountOptions[0]?.[0] ?? '', options: accountOptions },
        { name: 'format', title: settlement.format, value: first, options: formats },
        ...(offered.length > 1 ? [some] : []),
      ]}
      onChange={(values) => setChosen(values['account'])}
    />
  );
}

function sumDue(due: readonly Schemas['OperatedPayout'][], currency: string): number {
  return due.reduce((sum, payout) => sum + (payout.currency === currency ? payout.amount : 0), 0);
}
