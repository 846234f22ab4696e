import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { useCommand } from './commands';
import { DecisionDialog } from './decision-dialog';

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
  const [chosen, setChosen] = useState<OfferedCommand>();
  return (
    <>
      {choices.map((choice) => (
        <button
          type="button"
          key={choice.type}
          className={`button ${choice.isDangerous ? '' : 'primary'}`}
          onClick={() => setChosen(choice)}
        >
          {choice.label}
        </button>
      ))}
      {chosen && <CommandDialog choice={chosen} parameters={parameters} onClose={() => setChosen(undefined)} />}
    </>
  );
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
      {...(help === undefined ? {} : { help })}
      submit={label}
      isDangerous={isDangerous}
      onClose={onClose}
      onSubmit={({ reason }) => request({ type, parameters, reason })}
    />
  );
}
