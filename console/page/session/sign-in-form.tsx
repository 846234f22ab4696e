import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { ApiFailure, isOutage, send } from '../api/client';
import { useTexts } from '../texts/texts';

export interface SignInFormProps {
  hasProvider: boolean;
  onSignedIn: () => Promise<void>;
  /** Where the form stands above a page whose content must not be lost. */
  isAbovePage?: boolean;
}

const SIGN_IN_PATHS = ['/sign-in', '/invitation'];

/** The path to return to; the sign-in page itself is left. */
function nextPath(): string {
  return SIGN_IN_PATHS.includes(location.pathname) ? '/' : location.pathname + location.search;
}

// eslint-disable-next-line max-lines-per-function -- one form
export function SignInForm({ hasProvider, onSignedIn, isAbovePage = false }: SignInFormProps): ReactNode {
  const texts = useTexts();
  const id = useId();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await send('/session', { method: 'POST', body: { key: key.trim() } });
      if (SIGN_IN_PATHS.includes(location.pathname)) history.replaceState(null, '', '/');
      await onSignedIn();
    } catch (error) {
      const isLimited = error instanceof ApiFailure && error.status === 429;
      setProblem(isOutage(error) ? texts.common.unavailable : isLimited ? texts.signIn.tooMany : texts.signIn.wrong);
      setBusy(false);
    }
  };
  const target = isAbovePage ? { target: '_blank' } : {};
  return (
    <form onSubmit={(event) => void submit(event)} className="fields">
      <div className="field">
        <label htmlFor={id}>{texts.signIn.key}</label>
        <input
          {...{ id, value: key }}
          type="password"
          autoComplete="current-password"
          required
          spellCheck={false}
          aria-describedby={`${id}-help`}
          aria-invalid={problem !== ''}
          onChange={({ target: { value } }) => setKey(value)}
        />
        <p id={`${id}-help`} className="help">
          {texts.signIn.keyHelp}
        </p>
      </div>
      {problem !== '' && (
        <p role="alert" className="notice danger">
          {problem}
        </p>
      )}
      <button type="submit" className="button primary wide" disabled={isBusy}>
        {texts.signIn.submit}
      </button>
      {hasProvider && (
        <>
          <p className="or">{texts.signIn.or}</p>
          <a className="button wide" href={`/session/provider?next=${encodeURIComponent(nextPath())}`} {...target}>
            {texts.signIn.provider}
          </a>
          {isAbovePage && (
            <button type="button" className="button wide" onClick={() => void onSignedIn()}>
              {texts.signIn.checkAgain}
            </button>
          )}
        </>
      )}
    </form>
  );
}
