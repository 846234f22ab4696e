import { useState, type ReactNode } from 'react';
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { useTexts } from '../../texts/texts';

const MAX_NOTE_LENGTH = 1_000;

interface NoteDialogProps {
  onSubmit: (text: string) => Promise<void>;
  onClose: () => void;
}

export function NoteDialog({ onSubmit, onClose }: NoteDialogProps): ReactNode {
  const { payments } = useTexts();
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isMissing = text.trim() === '';
  const send = async (): Promise<void> => {
    setChecked(true);
    if (isMissing) return;
    await onSubmit(text.trim());
    onClose();
  };
  return (
    <Window title={payments.note} onClose={onClose}>
      <DialogForm submit={payments.saveNote} onSubmit={send} onCancel={onClose}>
        <TextField
          className="field"
          maxLength={MAX_NOTE_LENGTH}
          isRequired
          isInvalid={isChecked && isMissing}
          value={text}
          onChange={setText}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
          autoFocus
        >
          <Label>{payments.noteText}</Label>
          <TextArea rows={4} />
          <Text slot="description" className="help">
            {payments.noteHelp}
          </Text>
          <FieldError className="field-error">{payments.noteMissing}</FieldError>
        </TextField>
      </DialogForm>
    </Window>
  );
}
