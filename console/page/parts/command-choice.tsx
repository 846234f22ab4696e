import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { useCommand, type CommandRequest } from './commands';
import type { DecisionDialogProps, ReasonedDecision } from './decision';
import { DialogChoice } from './dialog-choice';
import { DecisionDialog } from './lazy-dialog';

export interface OfferedCommand {
  type: string;
  label: string;
  help?: string;
  isDangerous?: boolean;
  /** The amount to choose. */
  money?: DecisionDialogProps['money'];
  /** What the decision adds to the parameters. */
  given?: (decision: ReasonedDecision) => CommandRequest['parameters'];
}

interface CommandChoiceProps {
  choices: readonly OfferedCommand[];
  parameters: CommandRequest['parameters'];
}

/** A button for each command; a dialog asks for the reason. */
export function CommandChoice({ choices, parameters }: CommandChoiceProps): ReactNode {
  return (
    <DialogChoice choices={choices}>
      {(choice, onClose) => <CommandDialog {...{ choice, parameters, onClose }} />}
    </DialogChoice>
  );
}

interface CommandDialogProps {
  choice: OfferedCommand;
  parameters: CommandRequest['parameters'];
  onClose: () => void;
}

function CommandDialog({ choice, parameters, onClose }: CommandDialogProps): ReactNode {
  const { commands } = useTexts();
  const request = useCommand();
  const { type, label, help, isDangerous = false, money, given } = choice;
  return (
    <DecisionDialog
      title={commands[type] ?? label}
      {...{ help, submit: label, isDangerous, onClose, ...(money && { money }) }}
      onSubmit={(decision) =>
        request({ type, parameters: { ...parameters, ...given?.(decision) }, reason: decision.reason })
      }
    />
  );
}
