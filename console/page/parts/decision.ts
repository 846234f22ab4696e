import type { ReactNode } from 'react';

export interface ReasonedDecision {
  reason: string;
  amount: number;
}

export interface AskedText {
  label: string;
  help: string;
  missing: string;
  maxLength: number;
  rows: number;
}

export interface DecisionDialogProps {
  title: string;
  help?: ReactNode | undefined;
  submit: string;
  isDangerous?: boolean;
  /** The amount to choose, in minor units. */
  money?: { currency: string; max: number };
  /** What is written, where it is no reason. */
  asks?: AskedText;
  onSubmit: (decision: ReasonedDecision) => Promise<void>;
  onClose: () => void;
}
