import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiFailure, isOutage, send } from '../api/client';
import { CopyID } from '../parts/pieces';
import { useTexts } from '../texts/texts';

const FIELDS = ['code', 'otherCode', 'name'] as const;

/** The invited person makes a key with the codes of two administrators; the page shows it once. */
export default function InvitationForm({ onDone }: { onDone: () => void }): ReactNode {
  const { common, signIn } = useTexts();
  const [values, setValues] = useState({ code: '', otherCode: '', name: '' });
  const [problem, setProblem] = useState('');
  const [secret, setSecret] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem('');
    try {
      const body = { codes: [values.code.trim(), values.otherCode.trim()], name: values.name.trim() };
      setSecret((await send<{ operatorKey: string }>('/session/invitation', { method: 'POST', body })).operatorKey);
    } catch (error) {
      const isLimited = error instanceof ApiFailure && error.status === 429;
      setProblem(isOutage(error) ? common.unavailable : isLimited ? signIn.tooMany : signIn.wrongCodes);
    }
  };
  const back = (
    <button type="button" className="button wide" onClick={onDone}>
      {signIn.withKey}
    </button>
  );
  if (secret !== undefined)
    return (
      <div className="fields">
        <div className="notice good secret">
          <p>{signIn.keyOnce}</p>
          <CopyID id={secret} />
        </div>
        {back}
      </div>
    );
  return (
    <form onSubmit={(event) => void submit(event)} className="fields">
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
      {problem !== '' && (
        <p role="alert" className="notice danger">
          {problem}
        </p>
      )}
      <button type="submit" className="button primary wide">
        {signIn.redeem}
      </button>
      {back}
    </form>
  );
}
