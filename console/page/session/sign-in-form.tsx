import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { ApiFailure, isOutage, send } from '../api/client';
import { Button } from '../parts/button';
import { Alert } from '../parts/states';
import { useTexts, type ConsoleTexts } from '../texts/texts';

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

/** Why a sign-in failed: `wrong` where its secret is. */
export function signInProblem(error: unknown, { common, signIn }: ConsoleTexts, wrong: string): string | undefined {
  if (!error) return undefined;
  if (isOutage(error)) return common.unavailable;
  return error instanceof ApiFailure && error.status === 429 ? signIn.tooMany : wrong;
}

export function SignInForm({ hasProvider, onSignedIn, isAbovePage = false }: SignInFormProps): ReactNode {
  const texts = useTexts();
  const id = useId();
  const [key, setKey] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await send('/session', { method: 'POST', body: { key: key.trim() } });
      if (SIGN_IN_PATHS.includes(location.pathname)) history.replaceState(null, '', '/');
      await onSignedIn();
    },
  });
  const problem = signInProblem(error, texts, texts.signIn.wrong);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  const target = isAbovePage ? { target: '_blank' } : {};
  return (
    <form onSubmit={submit} className="fields">
      <div className="field">
        <label htmlFor={id}>{texts.signIn.key}</label>
        <input
          {...{ id, value: key }}
          type="password"
          autoComplete="current-password"
          required
          spellCheck={false}
          aria-describedby={`${id}-help`}
          aria-invalid={problem !== undefined}
          onChange={({ target: { value } }) => setKey(value)}
        />
        <p id={`${id}-help`} className="help">
          {texts.signIn.keyHelp}
        </p>
      </div>
      <Alert text={problem} />
      <Button text={texts.signIn.submit} className="button primary wide" disabled={isPending} />
      {hasProvider && (
        <>
          <p className="or">{texts.signIn.or}</p>
          <a className="button wide" href={`/session/provider?next=${encodeURIComponent(nextPath())}`} {...target}>
            {texts.signIn.provider}
          </a>
          {isAbovePage && <Button text={texts.signIn.checkAgain} className="button wide" onPress={onSignedIn} />}
        </>
      )}
    </form>
  );
}
