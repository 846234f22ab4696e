import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { useCommand } from './commands';
import { DecisionDialog, DialogButton } from './lazy-dialog';

export interface OfferedCommand {
  type: string;
  label: string;
  help?: string;
  isDangerous?: boolean;
}

interface CommandChoiceProps {
  choices: readonly OfferedCommand[];
  parameters: Record<string, string>;
}

/** A button for each command; a dialog asks for the reason. */
export function CommandChoice({ choices, parameters }: CommandChoiceProps): ReactNode {
  return choices.map((choice) => (
    <DialogButton key={choice.type} text={choice.label} className={`button ${choice.isDangerous ? '' : 'primary'}`}>
      {(onClose) => <CommandDialog {...{ choice, parameters, onClose }} />}
    </DialogButton>
  ));
}

interface CommandDialogProps {
  choice: OfferedCommand;
  parameters: Record<string, string>;
  onClose: () => void;
}

function CommandDialog({ choice, parameters, onClose }: CommandDialogProps): ReactNode {
  const { commands } = useTexts();
  const request = useCommand();
  const { type, label, help, isDangerous = false } = choice;
  return (
    <DecisionDialog
      title={commands[type] ?? label}
      {...{ help, submit: label, isDangerous, onClose }}
      onSubmit={({ reason }) => request({ type, parameters, reason })}
    />
  );
}
