import { useEffect, useMemo, useRef, type Ref } from 'react';
import type { UserInteraction } from '../api/types';
import { useCommon } from '../context';
import type { TrackedAttempt } from '../state/progress';
import { Another } from './another';
import { expandTemplate } from './uri-template';
import { StageHeading } from '../parts/stage-heading';
import { isCard } from '../state/payment-tools';

type BrowserRequest = Extract<UserInteraction, { interactionType: 'Redirect' }>['request'];

interface Target {
  url: string;
  /** Fields of a form that is posted; absent for a plain link. */
  fields?: readonly { key: string; value: string }[];
}

const FRAME = 'holdfast-bank';

/**
 * The page of a bank or a service. 3-D Secure opens in a frame; other pages, and banks that refuse framing, get the whole
 * window.
 */
export function RedirectInteraction({ attempt, request }: { attempt: TrackedAttempt; request: BrowserRequest }) {
  const target = useMemo(() => getTarget(request), [request]);
  return isCard(attempt.tool) ? (
    <BankFrame target={target} attempt={attempt} />
  ) : (
    <Leaving target={target} attempt={attempt} />
  );
}

function BankFrame({ target, attempt }: { target: Target; attempt: TrackedAttempt }) {
  const { texts, controller, options } = useCommon();
  const { confirm } = texts;
  const leave = useLeave(attempt);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), [target]);
  useEffect(() => {
    const receive = (event: MessageEvent<unknown>) => {
      if (event.origin === location.origin && event.data === 'holdfast-returned') controller.returned();
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, [controller]);
  const isInline = options.mode === 'inline';
  return (
    <div className="bank">
      <StageHeading>{controller.view.kind === 'binding' ? confirm.bindingTitle : confirm.title}</StageHeading>
      <iframe
        className="bank-frame"
        name={FRAME}
        title={confirm.frame}
        src={target.fields ? undefined : target.url}
        referrerPolicy="no-referrer"
        allow="publickey-credentials-get; payment"
      />
      {target.fields && <HiddenForm target={target} window={FRAME} formRef={form} />}
      <div className="row bank-help">
        <p>
          {confirm.help}{' '}
          <Go target={target} isNewWindow={isInline} className="link" onGoing={leave}>
            {isInline ? confirm.inNewWindow : confirm.inWindow}
          </Go>
        </p>
        <Another className="link" />
      </div>
    </div>
  );
}

function Leaving({ target, attempt }: { target: Target; attempt: TrackedAttempt }) {
  const { texts, options, controller } = useCommon();
  const { confirm } = texts;
  const leave = useLeave(attempt);
  const isInline = options.mode === 'inline';
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isFresh = Date.now() - Date.parse(attempt.startedAt) < 15_000;
    // After a return the payer decides.
    if (isInline || !isFresh || !controller.departure.mayLeaveFor(attempt.id) || cameBack()) return;
    button.current?.click();
  }, [attempt, controller, isInline]);
  return (
    <div className="status-panel">
      <StageHeading>{confirm.title}</StageHeading>
      <p>{confirm.going}</p>
      <Go target={target} isNewWindow={isInline} className="button primary" buttonRef={button} onGoing={leave}>
        {confirm.goOn}
      </Go>
      <Another />
    </div>
  );
}

/** Navigates the whole window; the shop's page is notified so that it does not take the window for closed. */
function useLeave(attempt: TrackedAttempt): () => void {
  const { options, opener, controller } = useCommon();
  return () => {
    if (options.mode === 'inline') return;
    controller.departure.leaveFor(attempt.id);
    opener.tell({ type: 'leaving' });
  };
}

function cameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward';
}

interface GoProps {
  target: Target;
  isNewWindow: boolean;
  className: string;
  children: string;
  buttonRef?: Ref<HTMLButtonElement>;
  onGoing?: () => void;
}

/** Navigates by a form, which works for GET and POST with one button. */
function Go({ target, isNewWindow, className, children, buttonRef, onGoing }: GoProps) {
  const form = useRef<HTMLFormElement>(null);
  const go = () => {
    onGoing?.();
    if (target.fields) form.current?.submit();
    else if (isNewWindow) window.open(target.url, '_blank', 'noopener,noreferrer');
    else location.assign(target.url);
  };
  return (
    <>
      <button type="button" className={className} onClick={go} ref={buttonRef}>
        {children}
      </button>
      {target.fields && <HiddenForm target={target} window={isNewWindow ? '_blank' : '_self'} formRef={form} />}
    </>
  );
}

interface HiddenFormProps {
  target: Target;
  window: string;
  formRef: Ref<HTMLFormElement>;
}

function HiddenForm({ target: { url, fields = [] }, window, formRef }: HiddenFormProps) {
  return (
    <form ref={formRef} method="post" action={url} target={window} rel="noreferrer" hidden>
      {fields.map(({ key, value }) => (
        <input key={key} type="hidden" name={key} value={value} readOnly />
      ))}
    </form>
  );
}

/** @throws Error for an address that is not http(s) */
function getTarget(request: BrowserRequest): Target {
  const variables = { termination_uri: `${location.origin}/returned` };
  const url = expandTemplate(request.uriTemplate, variables);
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('not a web address');
  if (request.requestType === 'BrowserGetRequest') return { url };
  return {
    url,
    fields: request.form.map(({ key, template }) => ({ key, value: expandTemplate(template, variables) })),
  };
}
