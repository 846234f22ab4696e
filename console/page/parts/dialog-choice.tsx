import { useState, type ReactNode } from 'react';

interface DialogChoiceProps<Choice> {
  choices: readonly Choice[];
  /** The dialog of a choice. */
  children: (choice: Choice, close: () => void) => ReactNode;
}

/**
 * A button for each choice, which opens its dialog. An open dialog keeps what was entered when its choice is no longer offered:
 * another person may have decided, or the first request was carried out and its answer lost.
 */
export function DialogChoice<Choice extends { label: string; isDangerous?: boolean }>(
  props: DialogChoiceProps<Choice>,
): ReactNode {
  const { choices, children } = props;
  const [open, setOpen] = useState<Choice>();
  const current = choices.find(({ label }) => label === open?.label) ?? open;
  return (
    <>
      {choices.map((choice) => (
        <button
          type="button"
          key={choice.label}
          className={`button ${choice.isDangerous ? '' : 'primary'}`}
          onClick={() => setOpen(choice)}
        >
          {choice.label}
        </button>
      ))}
      {current && children(current, () => setOpen(undefined))}
    </>
  );
}
