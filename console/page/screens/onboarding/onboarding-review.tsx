import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery, type Schemas } from '../../api/client';
import { useRefresh } from '../../parts/actions';
import { Button } from '../../parts/button';
import { Changes } from '../../parts/changes';
import { ReasonField } from '../../parts/dialog';
import { Status } from '../../parts/pieces';
import { Secret } from '../../parts/secret';
import { ErrorNotice } from '../../parts/states';
import { onboardingTexts as texts } from '../../texts/onboarding';
import { useTexts } from '../../texts/texts';
import { useCreation, type MerchantCreation, type CreationPlan } from './creation';
import { ButtonLink } from '../../parts/links';

const STATUSES = {
  waiting: 'plain',
  running: 'pending',
  approval: 'pending',
  done: 'succeeded',
  failed: 'failed',
} as const;

interface OnboardingReviewProps {
  plan: Omit<CreationPlan, 'reason'>;
  changes: Schemas['ReferenceChange'][];
  onEdit: () => void;
}

/** What changes, the reason, and the progress of the creation. */
export function OnboardingReview({ plan, changes, onEdit }: OnboardingReviewProps): ReactNode {
  const { merchants } = useTexts();
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const creation = useCreation(useMemo(() => ({ ...plan, reason: reason.trim() }), [plan, reason]));
  const { steps, error, isDone } = creation;
  const isRunning = steps.some(({ state }) => state === 'running' || state === 'approval');
  const hasBegun = steps.some(({ state }) => state === 'done');
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await creation.run();
    await refresh();
  };
  if (isDone) return <Ready plan={plan} creation={creation} />;
  return (
    <form className="onboarding" onSubmit={(event) => void create(event)}>
      <h2>{merchants.review}</h2>
      <Review changes={changes} />
      <ReasonField value={reason} onChange={setReason} />
      <StepList creation={creation} />
      <ErrorNotice error={error} />
      <div className="row-actions">
        <Button text={texts.edit} disabled={isRunning} onPress={onEdit} />
        <Button
          text={hasBegun ? texts.goOn : texts.create}
          className="button primary"
          disabled={isRunning || reason.trim() === ''}
        />
      </div>
    </form>
  );
}

function Review({ changes }: { changes: Schemas['ReferenceChange'][] }): ReactNode {
  const isNewParty = changes.some(({ type, before }) => type === 'party' && before === undefined);
  const isGuarded = changes.some(({ needsApproval }) => needsApproval);
  return (
    <>
      {changes.length === 0 && <p className="notice">{texts.nothing}</p>}
      {changes.length > 0 && !isNewParty && <p className="notice">{texts.existing}</p>}
      <Changes changes={changes} />
      <p className={isGuarded ? 'notice' : 'help'}>{isGuarded ? texts.second : texts.noSecond}</p>
    </>
  );
}

function StepList({ creation: { steps } }: { creation: MerchantCreation }): ReactNode {
  return (
    <ol className="lines" aria-live="polite">
      {steps.map(({ name, state }) => (
        <li key={name}>
          <span>{texts.steps[name]}</span>
          <Status status={STATUSES[state]} text={texts.stepStates[state] ?? state} />
        </li>
      ))}
    </ol>
  );
}

function Ready({ plan, creation }: { plan: Omit<CreationPlan, 'reason'>; creation: MerchantCreation }): ReactNode {
  const { parties } = plan.file as { parties: { shops: { id: string }[] }[] };
  const shopID = parties[0]?.shops[0]?.id ?? '';
  return (
    <div className="onboarding" role="status">
      <h2>{texts.ready}</h2>
      <StepList creation={creation} />
      {creation.secret !== undefined ? (
        <Secret secret={creation.secret} />
      ) : (
        <p className="notice">{texts.sectionHelp['noKey']}</p>
      )}
      <div className="row-actions">
        <Link className="button primary" to={`/merchants/${encodeURIComponent(plan.partyID)}`}>
          {texts.toMerchant}
        </Link>
        <ButtonLink to={`/payments${toQuery({ shopID })}`} text={texts.toPayments} />
        <Link className="button" to="/onboarding" reloadDocument>
          {texts.another}
        </Link>
      </div>
    </div>
  );
}
