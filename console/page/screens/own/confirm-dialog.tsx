import type { ReactNode } from 'react';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';

interface ConfirmDialogProps {
  title: string;
  help: string;
  submit: string;
  onSubmit: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog({ title, help, submit, onSubmit, onClose }: ConfirmDialogProps): ReactNode {
  const confirm = async (): Promise<void> => {
    await onSubmit();
    onClose();
  };
  return (
    <Window title={title} onClose={onClose}>
      <DialogForm submit={submit} isDangerous onSubmit={confirm} onCancel={onClose}>
        <p className="help">{help}</p>
      </DialogForm>
    </Window>
  );
}
