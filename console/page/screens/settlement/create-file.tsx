import { useId, useRef, useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useCommand } from '../../parts/commands';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { hasPassed } from '../../parts/days';
import { Field } from '../../parts/filter-form';
import { moneyText } from '../../parts/format';
import { useOperators } from '../../parts/read';
import { readField } from '../../parts/read-field';
import { Alert, QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { Choices } from '../administration/fields-dialog';

interface OwnAccount {
  institutionID: string;
  currency: string;
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
      ...{ institutionID: id, currency, title: `${name}, ${currency}, ${account.iban ?? account.number ?? ''}` },
    }));
  });
}

/** Requests a file of all payouts that may be sent from an account of the provider. */
export function CreateFile({ onClose }: { onClose: () => void }): ReactNode {
  const { settlement } = useTexts();
  const institutions = useOperators<Schemas['ConfiguredEntities']>('/configuration/institutions?limit=1000');
  const payouts = useOperators<Schemas['OpenPayouts']>('/payouts?state=open');
  const accounts = institutions.data && listAccounts(institutions.data);
  return (
    <Window title={settlement.createFile} onClose={onClose}>
      <QueryState query={institutions} isIncomplete={!payouts.data} rows={4} />
      {accounts && payouts.data && (
        <FileForm
          {...{ accounts, onClose }}
          due={payouts.data.payouts.filter(
            ({ status, bankFileID, connector, sendFrom }) =>
              status === 'pending' &&
              (bankFileID ?? connector) === undefined &&
              (sendFrom === undefined || hasPassed(sendFrom)),
          )}
        />
      )}
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
  const { settlement, common } = useTexts();
  const request = useCommand();
  const form = useRef<HTMLDivElement>(null);
  const id = useId();
  // What is due is offered first.
  const sorted = accounts.toSorted((one, other) => sumDue(due, other.currency) - sumDue(due, one.currency));
  const [isWrong, setWrong] = useState(false);
  const [currency, setCurrency] = useState(sorted[0]?.currency);
  const readCurrency = (): void => {
    const given = new FormData(form.current?.closest('form') ?? undefined);
    setCurrency(sorted[Number(readField(given, 'account'))]?.currency);
  };
  const send = async (): Promise<void> => {
    const given = new FormData(form.current?.closest('form') ?? undefined);
    const account = sorted[Number(readField(given, 'account'))];
    const [format, reason] = [readField(given, 'format'), readField(given, 'reason')];
    setWrong(reason === '');
    if (!account || reason === '') return;
    const { institutionID } = account;
    const parameters = {
      ...{ paymentInstitutionID: Number(institutionID), currency: account.currency, format },
      ...choicesOf(given, due, account),
    };
    await request({ type: 'createBankFile', parameters, reason });
    onClose();
  };
  if (sorted.length === 0) return <p className="help">{settlement.noAccounts}</p>;
  const first = sorted[0]?.currency === 'RUB' ? 'text-1251' : 'pain.001';
  return (
    <DialogForm submit={settlement.createFile} onSubmit={send} onCancel={onClose}>
      <div className="fields" ref={form} onChange={readCurrency}>
        <p className="help">{settlement.createFileHelp}</p>
        <Field
          id={`${id}-account`}
          field={{
            ...{ name: 'account', title: settlement.ownAccount, value: '0' },
            options: sorted.map(({ title, currency }, place) => {
              const sum = moneyText(sumDue(due, currency), currency);
              return [String(place), `${title}: ${settlement.due(sum)}`] as const;
            }),
          }}
        />
        <Field
          id={`${id}-format`}
          field={{
            ...{ name: 'format', title: settlement.format, value: first },
            options: FORMATS.map((format) => [format, settlement.formats[format]] as const),
          }}
        />
        <Field
          id={`${id}-reason`}
          field={{ name: 'reason', title: common.reason, value: '', input: { maxLength: 200, required: true } }}
        />
        <PayoutChoice key={currency} due={due.filter((payout) => payout.currency === currency)} />
        <Alert text={isWrong ? common.reasonMissing : undefined} />
      </div>
    </DialogForm>
  );
}

/** The chosen payouts, unless they are all that is due. */
function choicesOf(
  given: FormData,
  due: FileFormProps['due'],
  { currency }: OwnAccount,
): { payoutIDs?: readonly string[] } {
  const chosen = given.getAll('payoutIDs').filter((value) => typeof value === 'string');
  const offered = due.filter((payout) => payout.currency === currency);
  return chosen.length > 0 && chosen.length < offered.length ? { payoutIDs: chosen } : {};
}

/** Some of what is due, by shop; all of it by default. */
function PayoutChoice({ due }: { due: readonly Schemas['OperatedPayout'][] }): ReactNode {
  const { settlement } = useTexts();
  if (due.length < 2) return null;
  return (
    <details>
      <summary>{settlement.someOnly}</summary>
      <Choices
        field={{
          ...{ name: 'payoutIDs', title: settlement.someOnly, value: due.map(({ id }) => id).join() },
          options: due.map(({ id, shopID, amount, currency }) => [
            id,
            `${shopID}: ${moneyText(amount, currency)} (${id})`,
          ]),
        }}
      />
    </details>
  );
}

function sumDue(due: readonly Schemas['OperatedPayout'][], currency: string): number {
  return due.reduce((sum, payout) => sum + (payout.currency === currency ? payout.amount : 0), 0);
}
