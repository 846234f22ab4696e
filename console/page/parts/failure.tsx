import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { declineText } from '../../../ui/declines/declines';

interface CodedError {
  code: string;
  subError?: CodedError | undefined;
}

/** The codes of an error from the general to the special one: `authorization_failed:insufficient_funds`. */
export function failurePath(error: CodedError | undefined): string | undefined {
  if (error === undefined) return undefined;
  const rest = failurePath(error.subError);
  return rest === undefined ? error.code : `${error.code}:${rest}`;
}

/** Why something failed: its text, with the code in small print unless it is plain. */
export function Failure({ code, isPlain = false }: { code: string | undefined; isPlain?: boolean }): ReactNode {
  const { declines } = useTexts();
  if (code === undefined) return null;
  const words = declineText(declines, code);
  return (
    <>
      {words}
      {words !== code && !isPlain && <span className="entry-more">{code}</span>}
    </>
  );
}
