import { useEffect, useRef, type ReactNode } from 'react';

/** Takes the focus when a stage begins, so that screen readers announce it. */
export function StageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 tabIndex={-1} ref={heading}>
      {children}
    </h2>
  );
}
