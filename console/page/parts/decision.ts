import type { ReactNode } from 'react';

export interface ReasonedDecision {
  reason: string;
  amount: number;
}

export interface DecisionDialogProps {
  title: string;
  help?: ReactNode | undefined;
  submit: string;
  isDangerous?: boolean;
  /** The amount to choose, in minor units. */
  money?: { currency: string; max: number };
  onSubmit: (decision: ReasonedDecision) => Promise<void>;
  onClose: () => void;
}
