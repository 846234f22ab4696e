import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from '../parts/button';
import { Alert } from '../parts/states';
import { useTexts } from '../texts/texts';
import { SignInForm, type SignInFormProps } from './sign-in-form';

/** Few people open it, and once. */
const InvitationForm = lazy(() => import('./invitation-form'));

export function SignIn(props: SignInFormProps): ReactNode {
  const texts = useTexts();
  const [isInvited, setInvited] = useState(location.pathname === '/invitation');
  const hasFailed = new URLSearchParams(location.search).get('failed') === 'provider';
  return (
    <main className="sign-in">
      <div className="panel fields sign-in-card">
        <p className="brand">{texts.common.product}</p>
        <h1>{texts.signIn.title}</h1>
        <Alert text={hasFailed ? texts.signIn.providerFailed : undefined} />
        {isInvited ? (
          <Suspense>
            <InvitationForm onDone={() => setInvited(false)} />
          </Suspense>
        ) : (
          <SignInForm {...props} />
        )}
        {!isInvited && (
          <Button text={texts.signIn.haveInvitation} className="button wide" onPress={() => setInvited(true)} />
        )}
      </div>
    </main>
  );
}
