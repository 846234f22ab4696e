import { useState, type FormEvent, type ReactNode } from 'react';
import { Window } from '../../parts/dialog';
import { ErrorText } from '../../parts/states';
import { useTexts } from '../../texts/texts';

interface ConfirmDialogProps {
  title: string;
  help: string;
  submit: string;
  onSubmit: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog({ title, help, submit, onSubmit, onClose }: ConfirmDialogProps): ReactNode {
  const { common } = useTexts();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const press = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await onSubmit();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Window title={title} onClose={onClose}>
      <form className="fields" onSubmit={(event) => void press(event)}>
        <p className="help">{help}</p>
        {error !== undefined && (
          <div role="alert" className="notice danger">
            <ErrorText error={error} />
          </div>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" className="button dangerous" disabled={isBusy}>
            {submit}
          </button>
        </div>
      </form>
    </Window>
  );
}
