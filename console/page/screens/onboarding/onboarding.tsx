import '../../styles/onboarding.css';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { placeProblems, type FieldProblems } from '../../forms/field-words';
import { useReference, type OnboardingReference } from '../../forms/reference';
import type { Values } from '../../forms/values';
import { PageTitle } from '../../parts/pieces';
import { Empty, ErrorNotice, QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { onboardingTexts as texts } from '../../texts/onboarding';
import { buildFile, buildPlan, placeOf } from './build-plan';
import { checkFields } from './check-fields';
import type { RequestedKey } from './creation';
import { OnboardingForm } from './onboarding-form';
import { OnboardingReview } from './onboarding-review';
import { listSections } from './sections';
import { withDefaults } from './values';

/** Creates a merchant that can take payments, or one more shop of an existing one, which the address names. */
export function Onboarding(): ReactNode {
  const { has } = useSession();
  const [address] = useSearchParams();
  const partyID = address.get('partyID') ?? '';
  const query = useReference();
  return (
    <>
      <PageTitle title={partyID ? texts.titleShop(partyID) : texts.title} />
      {has('configuration') ? <QueryState query={query} rows={10} /> : <Empty title={texts.noRole} />}
      {has('configuration') && query.data && <Steps key={partyID} reference={query.data} partyID={partyID} />}
    </>
  );
}

type Changes = Schemas['ReferenceChange'][];

/** The form stays mounted in this state, so that going back or signing in again loses nothing. */
function Steps({ reference, partyID }: { reference: OnboardingReference; partyID: string }): ReactNode {
  const { has } = useSession();
  const { errors } = useTexts();
  const [typed, setTyped] = useState<Values>(() => initialValues(reference, partyID));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [checked, setChecked] = useState<Changes>();
  const [requestedKeys] = useState<RequestedKey[]>([]);
  const values = withDefaults(typed);
  const sections = listSections(values, reference, has('administrator'));
  const set = (name: string, value: string): void =>
    setTyped((before) => ({ ...before, [name]: value, ...followInstitution(reference, name, value) }));
  const review = useMutation({
    mutationFn: async () => {
      const wrong = checkFields(values, sections);
      setProblems(wrong);
      if (Object.keys(wrong).length > 0) return;
      const body = { data: buildFile(values, sections) };
      const check = await callOperators<Schemas['ReferenceCheck']>('/reference/check', { method: 'POST', body });
      const fields = Object.values(sections).flat();
      setProblems(placeProblems(check.problems, { fields, values, errors, placeOf }));
      if (check.problems.length === 0) setChecked(check.changes);
    },
  });
  if (checked) {
    const plan = { ...buildPlan(values, sections), requestedKeys };
    return <OnboardingReview {...{ plan, changes: checked, onEdit: () => setChecked(undefined) }} />;
  }
  return (
    <>
      <OnboardingForm
        state={{ values, problems, set }}
        {...{ sections, reference, isBusy: review.isPending }}
        onReview={() => review.mutate()}
      />
      <ErrorNotice error={review.error} />
    </>
  );
}

/** Currency and routes belong to the institution. */
function followInstitution({ institutions }: OnboardingReference, name: string, value: string): Values {
  if (name !== 'contract.paymentInstitution') return {};
  const institution = institutions.find((each) => each.value === value);
  return { 'shop.currency': institution?.currencies[0] ?? '', 'shop.terms.routes': '' };
}

/** The only institution, category and so on are chosen already. */
function initialValues({ institutions, categories }: OnboardingReference, partyID: string): Values {
  const [institution] = institutions;
  const [category] = categories;
  return {
    ...(partyID ? { 'party.id': partyID } : {}),
    ...(institution && { 'contract.paymentInstitution': institution.value }),
    ...(institution?.currencies[0] !== undefined && { 'shop.currency': institution.currencies[0] }),
    ...(category && { 'shop.category': category.value }),
  };
}
