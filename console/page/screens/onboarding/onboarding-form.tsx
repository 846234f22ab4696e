import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../parts/button';
import { KEY_SCOPES } from '../../parts/key-scopes';
import { Status } from '../../parts/pieces';
import { useSession } from '../../session/session';
import { onboardingTexts as texts } from '../../texts/onboarding';
import { useTexts } from '../../texts/texts';
import { ChoiceField, FormField, type FormState } from '../../forms/form-field';
import type { FieldSpec, SectionName } from './field-specs';
import type { OnboardingReference } from '../../forms/reference';
import { valueOf } from './values';

interface OnboardingFormProps {
  state: FormState;
  specs: Record<SectionName, FieldSpec[]>;
  reference: OnboardingReference;
  isBusy: boolean;
  onReview: () => void;
}

export function OnboardingForm({ state, specs, reference, isBusy, onReview }: OnboardingFormProps): ReactNode {
  const { has } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { problems } = state;
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onReview();
  };
  return (
    <form className="onboarding" onSubmit={submit} ref={form} noValidate>
      <p className="help">{texts.help}</p>
      <Section name="party" {...{ specs, state }} />
      <Section name="contract" {...{ specs, state }} />
      <Section name="shop" {...{ specs, state }} />
      <Section name="terms" {...{ specs, state }} />
      <Routes {...{ state, reference }} />
      {has('administrator') ? (
        <Section name="access" {...{ specs, state }}>
          <ChoiceField name="key.scopes" options={KEY_SCOPES.map((value) => ({ value, title: value }))} state={state} />
        </Section>
      ) : (
        <p className="notice">{texts.sectionHelp['noKey']}</p>
      )}
      <Problems problems={problems} />
      <div className="row-actions">
        <Button text={texts.review} className="button primary" disabled={isBusy} />
      </div>
    </form>
  );
}

/** What belongs to no field stands here in full, the rest as a count. */
function Problems({ problems }: Pick<FormState, 'problems'>): ReactNode {
  const count = Object.keys(problems).length;
  if (count === 0) return null;
  return (
    <div className="notice danger" role="alert">
      {problems[''] === undefined ? texts.problems(count) : `${texts.general}: ${problems['']}`}
    </div>
  );
}

interface SectionProps extends Pick<OnboardingFormProps, 'state' | 'specs'> {
  name: SectionName;
  children?: ReactNode;
}

function Section({ name, specs, state, children }: SectionProps): ReactNode {
  const help = texts.sectionHelp[name];
  return (
    <fieldset className="panel form-section">
      <legend>{texts.sections[name]}</legend>
      {help !== undefined && <p className="help">{help}</p>}
      <div className="form-grid">
        {specs[name].map((spec) => (
          <FormField key={spec.name} spec={spec} state={state} />
        ))}
      </div>
      {children}
    </fieldset>
  );
}

/** The accounts of the institution's realm. */
function Routes({ state, reference }: Pick<OnboardingFormProps, 'state' | 'reference'>): ReactNode {
  const { merchants } = useTexts();
  const chosen = valueOf(state.values, 'contract.paymentInstitution');
  const realm = reference.institutions.find(({ value }) => value === chosen)?.realm;
  const accounts = reference.accounts.filter((account) => realm === undefined || account.realm === realm);
  const options = accounts.map(({ id, name, isEnabled, ...account }) => ({
    value: id,
    title: (
      <>
        <span className="mono">{id}</span> {name !== id && name}{' '}
        <Status status="plain" text={account.realm === 'test' ? merchants.test : merchants.live} />
        {!isEnabled && <Status status="paused" text={merchants.disabled} />}
      </>
    ),
  }));
  return (
    <fieldset className="panel form-section">
      <legend>{texts.sections['routes']}</legend>
      <p className="help">{texts.sectionHelp['routes']}</p>
      <ChoiceField name="shop.terms.routes" options={options} state={state} isOrdered />
      <Link to="/administration/accounts" target="_blank">
        {texts.addAccount}
      </Link>
    </fieldset>
  );
}
