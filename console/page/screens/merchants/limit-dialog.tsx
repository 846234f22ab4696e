import { useState, type FormEvent, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Window } from '../../parts/dialog';
import { ErrorText } from '../../parts/states';
import { useTexts } from '../../texts/texts';

type Limits = Schemas['PartyRequestLimit'];
type Name = 'perKey' | 'perToken';

const NAMES: readonly Name[] = ['perKey', 'perToken'];
const LIMIT = /^([1-9]\d{0,5})?$/;

interface LimitDialogProps {
  current: Limits | undefined;
  onSave: (limits: Partial<Record<Name, number>>) => Promise<void>;
  onClose: () => void;
}

export function LimitDialog({ current, onSave, onClose }: LimitDialogProps): ReactNode {
  const { keys, common, merchants } = useTexts();
  const [texts, setTexts] = useState<Record<Name, string>>(() => ({
    perKey: String(current?.perKey ?? ''),
    perToken: String(current?.perToken ?? ''),
  }));
  const [error, setError] = useState<unknown>();
  const wrong = NAMES.filter((name) => !LIMIT.test(texts[name].trim()));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (wrong.length > 0) return;
    setError(undefined);
    try {
      const given = NAMES.filter((name) => texts[name].trim() !== '').map((name) => [name, Number(texts[name])]);
      await onSave(Object.fromEntries(given) as Partial<Record<Name, number>>);
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Window title={keys.change} onClose={onClose}>
      <form className="fields" onSubmit={(event) => void save(event)}>
        {NAMES.map((name) => (
          <label className="field" key={name}>
            {keys[name]}
            <input
              inputMode="numeric"
              autoComplete="off"
              placeholder={keys.usual}
              value={texts[name]}
              aria-invalid={wrong.includes(name)}
              onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
            />
            {wrong.includes(name) && <span className="field-error">{keys.wrongLimit}</span>}
          </label>
        ))}
        {error !== undefined && (
          <div role="alert" className="notice danger">
            <ErrorText error={error} />
          </div>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" className="button primary">
            {merchants.save}
          </button>
        </div>
      </form>
    </Window>
  );
}
