import '../../styles/onboarding.css';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { PageTitle } from '../../parts/pieces';
import { Empty, ErrorNotice, Failed, Loading } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { onboardingTexts as texts } from '../../texts/onboarding';
import { buildFile, placeProblems, type FieldProblems } from './build-file';
import type { CreationPlan, RequestedKey } from './creation';
import { checkFields } from './check-fields';
import { listFieldSpecs } from './field-specs';
import { OnboardingForm } from './onboarding-form';
import { OnboardingReview } from './onboarding-review';
import { useReference, type OnboardingReference } from '../../forms/reference';
import { listOf, valueOf, type OnboardingValues } from './values';

/** Creates a merchant that can take payments, or one more shop of an existing one, which the address names. */
export function Onboarding(): ReactNode {
  const { has } = useSession();
  const [address] = useSearchParams();
  const partyID = address.get('partyID') ?? '';
  const query = useReference();
  return (
    <>
      <PageTitle title={partyID ? texts.titleShop(partyID) : texts.title} />
      {!has('configuration') && <Empty title={texts.noRole} />}
      {has('configuration') && query.isPending && <Loading rows={10} />}
      {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {has('configuration') && query.data && <Steps key={partyID} reference={query.data} partyID={partyID} />}
    </>
  );
}

type Changes = Schemas['ReferenceChange'][];

/** The form stays mounted in this state, so that going back or signing in again loses nothing. */
function Steps({ reference, partyID }: { reference: OnboardingReference; partyID: string }): ReactNode {
  const { has } = useSession();
  const { errors } = useTexts();
  const [values, setValues] = useState<OnboardingValues>(() => initialValues(reference, partyID));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [checked, setChecked] = useState<Changes>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [requestedKeys] = useState<RequestedKey[]>([]);
  const specs = listFieldSpecs(values, reference);
  const set = (name: string, value: string): void =>
    setValues((before) => ({ ...before, [name]: value, ...followInstitution(reference, name, value) }));
  const review = async (): Promise<void> => {
    setError(undefined);
    const wrong = checkFields(values, has('administrator') ? specs : { ...specs, access: [] });
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const body = { data: buildFile(values, specs) };
      const check = await callOperators<Schemas['ReferenceCheck']>('/reference/check', { method: 'POST', body });
      const names = new Set([
        ...Object.values(specs).flatMap((list) => list.map(({ name }) => name)),
        'shop.terms.routes',
      ]);
      setProblems(placeProblems(check.problems, { names, errors }));
      if (check.problems.length === 0) setChecked(check.changes);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  if (checked) {
    const plan = { ...buildPlan(values, specs, has('administrator')), requestedKeys };
    return <OnboardingReview {...{ plan, changes: checked, onEdit: () => setChecked(undefined) }} />;
  }
  return (
    <>
      <OnboardingForm
        state={{ values, problems, set }}
        {...{ specs, reference, isBusy }}
        onReview={() => void review()}
      />
      <ErrorNotice error={error} />
    </>
  );
}

/** Currency and routes belong to the institution. */
function followInstitution({ institutions }: OnboardingReference, name: string, value: string): OnboardingValues {
  if (name !== 'contract.paymentInstitution') return {};
  const institution = institutions.find((each) => each.value === value);
  return { 'shop.currency': institution?.currencies[0] ?? '', 'shop.terms.routes': '' };
}

/** The only institution, category and so on are chosen already. */
function initialValues({ institutions, categories }: OnboardingReference, partyID: string): OnboardingValues {
  const [institution] = institutions;
  const [category] = categories;
  return {
    ...(partyID ? { 'party.id': partyID } : {}),
    ...(institution && { 'contract.paymentInstitution': institution.value }),
    ...(institution?.currencies[0] !== undefined && { 'shop.currency': institution.currencies[0] }),
    ...(category && { 'shop.category': category.value }),
  };
}

function buildPlan(
  values: OnboardingValues,
  specs: ReturnType<typeof listFieldSpecs>,
  mayCreateKeys: boolean,
): Omit<CreationPlan, 'reason' | 'requestedKeys'> {
  const limits = ['perKey', 'perToken'].flatMap((name) => {
    const text = valueOf(values, `limit.${name}`).trim();
    return text === '' ? [] : [[name, Number(text)] as const];
  });
  return {
    partyID: valueOf(values, 'party.id').trim(),
    file: buildFile(values, specs),
    limit: limits.length > 0 ? Object.fromEntries(limits) : undefined,
    key: mayCreateKeys ? { name: valueOf(values, 'key.name').trim(), scopes: listOf(values, 'key.scopes') } : undefined,
  };
}
