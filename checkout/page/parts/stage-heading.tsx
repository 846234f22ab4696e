import { useEffect, useRef, type ReactNode } from 'react';

/** The heading of a stage takes the focus when the stage begins, so that whoever does not see the change is told of it. */
export function StageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 tabIndex={-1} ref={heading}>
      {children}
    </h2>
  );
}
