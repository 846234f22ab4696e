import type { ReactNode } from 'react';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';

interface ConfirmDialogProps {
  title: string;
  help: ReactNode;
  submit: string;
  isDangerous?: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog({ isDangerous = true, ...props }: ConfirmDialogProps): ReactNode {
  const { title, help, submit, onSubmit, onClose } = props;
  const confirm = async (): Promise<void> => {
    await onSubmit();
    onClose();
  };
  return (
    <Window title={title} onClose={onClose}>
      <DialogForm {...{ submit, isDangerous }} onSubmit={confirm} onCancel={onClose}>
        {typeof help === 'string' ? <p className="help">{help}</p> : help}
      </DialogForm>
    </Window>
  );
}
