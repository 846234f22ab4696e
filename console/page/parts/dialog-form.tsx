import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { ErrorNotice } from './states';

interface DialogFormProps {
  /** The label of the button; without one there is nothing to send. */
  submit?: string | undefined;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSubmit: () => Promise<void> | void;
  /** The label of the other button. */
  cancel?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** A form in a dialog: a failure stands above its buttons and keeps what was entered. */
export function DialogForm(props: DialogFormProps): ReactNode {
  const { common } = useTexts();
  const { submit, isDangerous = false, isDisabled = false, onSubmit, cancel = common.cancel, onCancel } = props;
  const { mutate, error, isPending } = useMutation({ mutationFn: async () => onSubmit() });
  const press = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <Form className="fields" validationBehavior="aria" onSubmit={press}>
      {props.children}
      <ErrorNotice error={error} />
      <div className="dialog-actions">
        <Button text={cancel} onPress={onCancel} />
        {submit !== undefined && (
          <button
            type="submit"
            className={`button ${isDangerous ? 'dangerous' : 'primary'}`}
            disabled={isDisabled}
            // A disabled button would lose the focus, and with it Escape, when the answer is a refusal.
            aria-disabled={isPending}
          >
            {submit}
          </button>
        )}
      </div>
    </Form>
  );
}
