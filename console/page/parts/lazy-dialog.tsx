import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Button, type ButtonProps } from './button';

/** A dialog whose code is loaded when it opens. */
export function lazyDialog<Props extends object>(load: () => Promise<(props: Props) => ReactNode>) {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  return function LazyDialog(props: Props): ReactNode {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** Asks for a reason and, where money moves, for the amount. */
export const DecisionDialog = lazyDialog(async () => (await import('./dialog')).DecisionForm);

interface DialogButtonProps extends Pick<ButtonProps, 'text' | 'subject' | 'className'> {
  isDisabled?: boolean;
  /** The name for screen readers, where the text is not enough. */
  label?: string;
  /** The dialog that it opens. */
  children: (close: () => void) => ReactNode;
}

export function DialogButton(props: DialogButtonProps): ReactNode {
  const { isDisabled = false, label, children, ...button } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} disabled={isDisabled} aria-label={label} onPress={() => setOpen(true)} />
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
