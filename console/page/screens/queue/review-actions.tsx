import type { ReactNode } from 'react';
import { CommandChoice } from '../../parts/command-choice';
import { useTexts } from '../../texts/texts';

/** Lets a payment under review continue, or rejects it. */
export function ReviewActions({ invoiceID, paymentID }: { invoiceID: string; paymentID: string }): ReactNode {
  const { queue, payment } = useTexts();
  const choices = [
    { type: 'approveReview', label: payment.approve, help: queue.approveReviewHelp },
    { type: 'rejectReview', label: payment.reject, help: queue.rejectReviewHelp, isDangerous: true },
  ];
  return <CommandChoice choices={choices} parameters={{ invoiceID, paymentID }} />;
}
