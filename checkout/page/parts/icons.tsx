import type { ReactNode } from 'react';

/** A 24 by 24 icon beside a text with the same meaning, hidden from screen readers. */
export function Icon({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <svg
      className={`icon ${className ?? ''}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const LockIcon = () => (
  <Icon>
    <rect x="5" y="10.5" width="14" height="10" rx="2" />
    <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2.5" />
  </Icon>
);
export const AlertIcon = () => (
  <Icon className="icon-large icon-alert">
    <circle cx="12" cy="12" r="9.25" />
    <path d="M12 7.5v5.5M12 16.4v.1" />
  </Icon>
);
export const DoneIcon = () => (
  <Icon className="icon-large icon-done">
    <circle cx="12" cy="12" r="9.25" />
    <path d="m7.75 12.25 3 3 5.5-6" />
  </Icon>
);
export const CardIcon = () => (
  <Icon>
    <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
    <path d="M2.5 9.75h19M6 15h4" />
  </Icon>
);
