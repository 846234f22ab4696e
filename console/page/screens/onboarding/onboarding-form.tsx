import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ChoiceField, FormProblems, useProblemFocus, type FormState } from '../../forms/form-field';
import { FormFields } from '../../forms/form-fields';
import type { OnboardingReference } from '../../forms/reference';
import { Button } from '../../parts/button';
import { KEY_SCOPES } from '../../parts/key-scopes';
import { Status } from '../../parts/pieces';
import { configurationTexts } from '../../texts/configuration';
import { onboardingTexts as texts } from '../../texts/onboarding';
import { useTexts } from '../../texts/texts';
import type { Sections } from './sections';

interface OnboardingFormProps {
  state: FormState;
  sections: Sections;
  reference: OnboardingReference;
  isBusy: boolean;
  onReview: () => void;
}

export function OnboardingForm(props: OnboardingFormProps): ReactNode {
  const { state, sections, reference, isBusy, onReview } = props;
  const form = useProblemFocus<HTMLFormElement>(state.problems);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onReview();
  };
  return (
    <form className="onboarding" onSubmit={submit} ref={form} noValidate>
      <p className="help">{texts.help}</p>
      <Section name="party" {...props} />
      <Section name="contract" {...props} />
      <Section name="shop" {...props} />
      <Section name="terms" {...props} />
      <Routes {...{ state, reference }} />
      {sections.access.length > 0 ? (
        <Section name="access" {...props}>
          <ChoiceField
            name="key.scopes"
            label={configurationTexts.fields['key.scopes']}
            options={KEY_SCOPES.map((value) => ({ value, title: value }))}
            state={state}
          />
        </Section>
      ) : (
        <p className="notice">{texts.sectionHelp['noKey']}</p>
      )}
      <FormProblems problems={state.problems} />
      <div className="row-actions">
        <Button text={texts.review} className="button primary" disabled={isBusy} />
      </div>
    </form>
  );
}

interface SectionProps extends OnboardingFormProps {
  name: keyof Sections;
  children?: ReactNode;
}

function Section({ name, sections, state, reference, children }: SectionProps): ReactNode {
  const help = texts.sectionHelp[name];
  const { institutions, categories } = reference;
  return (
    <fieldset className="panel form-section">
      <legend>{texts.sections[name]}</legend>
      {help !== undefined && <p className="help">{help}</p>}
      <FormFields fields={sections[name]} references={{ institutions, categories }} state={state} />
      {children}
    </fieldset>
  );
}

/** The accounts of the institution's realm. */
function Routes({ state, reference }: Pick<OnboardingFormProps, 'state' | 'reference'>): ReactNode {
  const { merchants } = useTexts();
  const chosen = state.values['contract.paymentInstitution'];
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
      <ChoiceField
        {...{ name: 'shop.terms.routes', label: configurationTexts.fields['connectors'], options, state }}
        isOrdered
      />
      <Link to="/administration/accounts" target="_blank">
        {texts.addAccount}
      </Link>
    </fieldset>
  );
}
