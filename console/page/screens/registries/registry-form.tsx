import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDone } from '../../parts/actions';
import { Button } from '../../parts/button';
import { readDay, startOfDay } from '../../parts/days';
import { Field, type FilterField } from '../../parts/filter-form';
import { ownerOptions, useOwners } from '../../parts/owners';
import { readField } from '../../parts/read-field';
import { ErrorText, Failed } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import {
  MONTH_KINDS,
  REGISTRY_KINDS,
  isMonthKind,
  orderRegistry,
  type OrderedKind,
  type ChosenRegistry,
} from './registry-source';

const KINDS = [...REGISTRY_KINDS, ...MONTH_KINDS];
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

function toKind(text: string | null): OrderedKind {
  return KINDS.find((kind) => kind === text) ?? 'payments';
}

/** Orders a registry; the address may name what was listed before. */
export function RegistryForm(): ReactNode {
  const { registries } = useTexts();
  const { person } = useSession();
  const [address] = useSearchParams();
  const [kind, setKind] = useState(() => toKind(address.get('kind')));
  const { problem, isBusy, submit } = useOrder(kind);
  const id = useId();
  const hasOwner = kind !== 'withdrawals' || person.kind === 'operator';
  return (
    <form className="panel filters" onSubmit={submit} aria-label={registries.order} noValidate>
      <div className="field">
        <label htmlFor={`${id}-kind`}>{registries.kind}</label>
        <select id={`${id}-kind`} value={kind} onChange={(event) => setKind(toKind(event.target.value))}>
          {KINDS.map((name) => (
            <option key={name} value={name}>
              {registries.kinds[name]}
            </option>
          ))}
        </select>
      </div>
      {hasOwner && <OwnerField key={kind} kind={kind} id={id} />}
      {isMonthKind(kind) ? <MonthFields kind={kind} id={id} /> : <DayFields id={id} />}
      <div className="filter-actions">
        <Button text={registries.order} className="button primary" disabled={isBusy} />
      </div>
      {problem !== undefined && (
        <div role="alert" className="notice danger">
          {problem}
        </div>
      )}
    </form>
  );
}

function OwnerField({ kind, id }: { kind: OrderedKind; id: string }): ReactNode {
  const { common, lists } = useTexts();
  const [address] = useSearchParams();
  const isParty = kind === 'withdrawals';
  const owners = useOwners(isParty ? 'party' : 'shop');
  if (owners.isError) return <Failed error={owners.error} onRetry={() => void owners.refetch()} />;
  const choices = owners.data ?? [];
  const only = choices.length === 1 ? choices[0]?.id : undefined;
  const field: FilterField = {
    name: 'ownerID',
    title: isParty ? common.merchant : common.shop,
    value: only ?? address.get('ownerID') ?? '',
    options: ownerOptions(isParty ? lists.chooseParty : lists.chooseShop, choices),
  };
  return <Field id={`${id}-owner`} field={field} />;
}

function DayFields({ id }: { id: string }): ReactNode {
  const { common } = useTexts();
  const [address] = useSearchParams();
  return (['from', 'to'] as const).map((name) => (
    <Field
      key={name}
      id={`${id}-${name}`}
      field={{ name, title: common[name], value: readDay(address.get(name)) ?? '', isDay: true }}
    />
  ));
}

/** The last month that is over, and for statements the currency if it is not that of the shop. */
function MonthFields({ kind, id }: { kind: OrderedKind; id: string }): ReactNode {
  const { registries, common } = useTexts();
  const last = new Date();
  last.setDate(0);
  const month = `${last.getFullYear()}-${String(last.getMonth() + 1).padStart(2, '0')}`;
  const input = { type: 'month', pattern: '\\d{4}-\\d\\d', placeholder: 'YYYY-MM' };
  return (
    <>
      <Field id={`${id}-month`} field={{ name: 'month', title: registries.month, value: month, input }} />
      {kind === 'settlementMonth' && (
        <Field
          id={`${id}-currency`}
          field={{ name: 'currency', title: common.currency, value: '', input: { maxLength: 3, size: 5 } }}
        />
      )}
    </>
  );
}

function useOrder(kind: OrderedKind): {
  problem: ReactNode | undefined;
  isBusy: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
} {
  const { registries } = useTexts();
  const { person } = useSession();
  const done = useDone();
  const [problem, setProblem] = useState<string>();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (order: ChosenRegistry) => orderRegistry(person.kind, order),
    onSuccess: () => done(registries.ordered),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const order = readOrder(kind, new FormData(event.currentTarget));
    const { ownerID, month, from = '', to = '' } = order;
    const hasTime = month === undefined ? from !== '' && to !== '' : MONTH.test(month);
    const isComplete = hasTime && (ownerID !== '' || isOwnWithdrawals(kind, person));
    const isInOrder = month !== undefined || Date.parse(from) < Date.parse(to);
    setProblem(isComplete ? (isInOrder ? undefined : registries.wrongPeriod) : registries.missing);
    if (isPending) return;
    reset();
    if (isComplete && isInOrder) mutate(order);
  };
  return { problem: error ? <ErrorText error={error} /> : problem, isBusy: isPending, submit };
}

function isOwnWithdrawals(kind: OrderedKind, person: { kind: string }): boolean {
  return kind === 'withdrawals' && person.kind === 'merchant';
}

/** Both days are whole ones in the reader's time zone. */
function readOrder(kind: OrderedKind, form: FormData): ChosenRegistry {
  const ownerID = readField(form, 'ownerID');
  if (isMonthKind(kind)) {
    const currency = readField(form, 'currency').toUpperCase();
    return { kind, ownerID, month: readField(form, 'month'), ...(currency !== '' && { currency }) };
  }
  const from = startOfDay(readField(form, 'from'), 0) ?? '';
  const to = startOfDay(readField(form, 'to'), 1) ?? '';
  return { kind, ownerID, from, to };
}
