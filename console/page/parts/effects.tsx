import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { useTexts } from '../texts/texts';
import { Differences, fieldText, type Difference } from './differences';
import { moneyText } from './format';
import { Facts, Money } from './pieces';
import { useOperators } from './read';

type Command = Schemas['OperatorCommandRecord'];
type Fields = Readonly<Record<string, unknown>>;

/** What a command does that changes no settings: what there was before, and what there is afterwards. */
export function Effects({ command }: { command: Command }): ReactNode {
  const { subjectType, type } = command;
  if (subjectType === 'payment') return <PaymentEffects command={command} />;
  if (type === 'setOperatorRoles') return <RoleEffects command={command} />;
  return type === 'setOperatorLimit' ? <LimitEffects command={command} /> : <ParameterRows command={command} />;
}

function PaymentEffects({ command: { subjectID, type, amount } }: { command: Command }): ReactNode {
  const { payment: texts } = useTexts();
  const [invoiceID = '', paymentID = ''] = subjectID.split('.');
  const { data: payment } = useOperators<Schemas['OperatedPaymentDetails']>(
    `/payments/${encodeURIComponent(invoiceID)}/${encodeURIComponent(paymentID)}`,
  );
  if (!payment) return null;
  const { currency, refundedAmount, refundableAmount, disputedAmount, status } = payment;
  const sum = (minor: number): string => moneyText(minor, currency);
  const change = (name: string, before: number, after: number) => ({ name, before: sum(before), after: sum(after) });
  const { amount: whole } = payment;
  const part = amount ?? whole;
  const isHeld = status === 'processed';
  const rows: Readonly<Record<string, Difference[]>> = {
    refundPayment: [
      change(texts.refunded, refundedAmount, refundedAmount + part),
      change(texts.left, refundableAmount, refundableAmount - part),
    ],
    capturePayment: isHeld ? [change(texts.held, whole, 0), change(texts.paid, 0, part)] : [],
    cancelPayment: isHeld ? [change(texts.held, whole, 0)] : [],
  };
  const shown = rows[type] ?? [];
  return (
    <>
      <Facts
        rows={[
          [isHeld ? texts.held : texts.paid, <Money key="paid" amount={whole} currency={currency} />],
          [texts.refunded, <Money key="refunded" amount={refundedAmount} currency={currency} />],
          [texts.disputed, disputedAmount ? <Money amount={disputedAmount} currency={currency} /> : undefined],
        ]}
      />
      {shown.length > 0 && <Differences caption={subjectID} rows={shown} />}
    </>
  );
}

function RoleEffects({ command }: { command: Command }): ReactNode {
  const path = `/operators/${encodeURIComponent(command.subjectID)}`;
  const { data } = useOperators<Schemas['OperatorPerson']>(path);
  return <ParameterRows command={command} before={{ roles: data?.roles }} />;
}

function LimitEffects({ command }: { command: Command }): ReactNode {
  const { data } = useOperators<Schemas['OperatorLimitRecords']>('/limits');
  const { role, currency } = command.parameters;
  const current = data?.limits.find((limit) => limit.role === role && limit.currency === currency);
  return <ParameterRows command={command} before={{ ...current }} />;
}

/** The parameters by the names of the API; the subject itself is named beside. */
function ParameterRows({ command, before = {} }: { command: Command; before?: Fields }): ReactNode {
  const { parameters, subjectID } = command;
  const { currency } = parameters;
  const { signIn } = useTexts();
  const text = (name: string, value: unknown): string =>
    typeof value === 'number' && typeof currency === 'string' && /amount|limit/i.test(name)
      ? moneyText(value, currency)
      : Array.isArray(value)
        ? value.map((one: string) => signIn.role[one] ?? one).join(', ')
        : fieldText(value);
  const rows = Object.entries(parameters)
    .map(([name, value]) => ({ name, before: text(name, before[name]), after: text(name, value) }))
    .filter((row) => !(row.name.endsWith('ID') && row.after === subjectID) && row.before !== row.after);
  return rows.length > 0 && <Differences caption={subjectID} rows={rows} />;
}
