import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

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

interface DialogButtonProps {
  text: ReactNode;
  className?: string;
  isDisabled?: boolean;
  /** The name for screen readers, where the text is not enough. */
  label?: string;
  /** The dialog that it opens. */
  children: (close: () => void) => ReactNode;
}

export function DialogButton(props: DialogButtonProps): ReactNode {
  const { text, className = 'button', isDisabled = false, label, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" disabled={isDisabled} onClick={() => setOpen(true)} {...{ className, 'aria-label': label }}>
        {text}
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
