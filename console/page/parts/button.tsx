import type { ButtonHTMLAttributes, ReactNode } from 'react';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  text: ReactNode;
  /** What it is about, for screen readers. */
  subject?: string | undefined;
  /** Without it the button sends its form. */
  onPress?: () => unknown;
}

export function Button({ text, subject, onPress, className = 'button', ...rest }: ButtonProps): ReactNode {
  const action = onPress && { onClick: () => void onPress() };
  return (
    <button type={onPress ? 'button' : 'submit'} className={className} {...rest} {...action}>
      {text}
      {subject !== undefined && <span className="visually-hidden">{` ${subject}`}</span>}
    </button>
  );
}
