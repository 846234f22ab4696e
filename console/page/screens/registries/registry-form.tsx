import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAnnounce } from '../../parts/announcements';
import { readDay, startOfDay } from '../../parts/days';
import { Field, type FilterField } from '../../parts/filter-form';
import { ownerText, useOwners } from '../../parts/owners';
import { readField } from '../../parts/read-field';
import { ErrorText, Failed } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { REGISTRY_KINDS, orderRegistry, type OrderedKind, type ChosenRegistry } from './registry-source';

function toKind(text: string | null): OrderedKind {
  return REGISTRY_KINDS.find((kind) => kind === text) ?? 'payments';
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
          {REGISTRY_KINDS.map((name) => (
            <option key={name} value={name}>
              {registries.kinds[name]}
            </option>
          ))}
        </select>
      </div>
      {hasOwner && <OwnerField key={kind} kind={kind} id={id} />}
      <DayFields id={id} />
      <div className="filter-actions">
        <button type="submit" className="button primary" disabled={isBusy}>
          {registries.order}
        </button>
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
    options: [
      ['', isParty ? lists.chooseParty : lists.chooseShop],
      ...choices.map((choice) => [choice.id, ownerText(choice)] as const),
    ],
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
      field={{ name, title: common[name], value: readDay(address.get(name)) ?? '', input: { type: 'date' } }}
    />
  ));
}

function useOrder(kind: OrderedKind): {
  problem: ReactNode | undefined;
  isBusy: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
} {
  const { registries } = useTexts();
  const { person } = useSession();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [problem, setProblem] = useState<string>();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (order: ChosenRegistry) => orderRegistry(person.kind, order),
    onSuccess: async () => {
      announce(registries.ordered);
      await client.invalidateQueries({ queryKey: ['registries'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const order = readOrder(kind, new FormData(event.currentTarget));
    const isComplete = order.from !== '' && order.to !== '' && (order.ownerID !== '' || isOwnWithdrawals(kind, person));
    const isInOrder = Date.parse(order.from) < Date.parse(order.to);
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
  const from = startOfDay(readField(form, 'from'), 0) ?? '';
  const to = startOfDay(readField(form, 'to'), 1) ?? '';
  return { kind, ownerID: readField(form, 'ownerID'), from, to };
}
