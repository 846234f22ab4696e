import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { send } from '../api/client';
import { Button } from '../parts/button';
import { CopyID } from '../parts/pieces';
import { Alert } from '../parts/states';
import { useTexts } from '../texts/texts';
import { signInProblem } from './sign-in-form';

const FIELDS = ['code', 'otherCode', 'name'] as const;

/** The invited person makes a key with the codes of two administrators; the page shows it once. */
export default function InvitationForm({ onDone }: { onDone: () => void }): ReactNode {
  const texts = useTexts();
  const { signIn } = texts;
  const [values, setValues] = useState({ code: '', otherCode: '', name: '' });
  const { mutate, data, error } = useMutation({
    mutationFn: async () => {
      const body = { codes: [values.code.trim(), values.otherCode.trim()], name: values.name.trim() };
      return send<{ operatorKey: string }>('/session/invitation', { method: 'POST', body });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  const back = <Button text={signIn.withKey} className="button wide" onPress={onDone} />;
  if (data)
    return (
      <div className="fields">
        <div className="notice good secret">
          <p>{signIn.keyOnce}</p>
          <CopyID id={data.operatorKey} />
        </div>
        {back}
      </div>
    );
  return (
    <form onSubmit={submit} className="fields">
      <p className="help">{signIn.invitationHelp}</p>
      {FIELDS.map((field) => (
        <label className="field" key={field}>
          {signIn.invitation[field]}
          <input
            value={values[field]}
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setValues({ ...values, [field]: target.value })}
          />
        </label>
      ))}
      <Alert text={signInProblem(error, texts, signIn.wrongCodes)} />
      <Button text={signIn.redeem} className="button primary wide" />
      {back}
    </form>
  );
}
