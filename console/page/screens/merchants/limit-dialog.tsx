import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
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
  const { keys, merchants } = useTexts();
  const [texts, setTexts] = useState<Record<Name, string>>(() => ({
    perKey: String(current?.perKey ?? ''),
    perToken: String(current?.perToken ?? ''),
  }));
  const wrong = NAMES.filter((name) => !LIMIT.test(texts[name].trim()));
  const save = async (): Promise<void> => {
    if (wrong.length > 0) return;
    const given = NAMES.filter((name) => texts[name].trim() !== '').map((name) => [name, Number(texts[name])]);
    await onSave(Object.fromEntries(given) as Partial<Record<Name, number>>);
    onClose();
  };
  return (
    <Window title={keys.change} onClose={onClose}>
      <DialogForm submit={merchants.save} onSubmit={save} onCancel={onClose}>
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
      </DialogForm>
    </Window>
  );
}
