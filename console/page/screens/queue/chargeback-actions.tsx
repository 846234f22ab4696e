import type { ReactNode } from 'react';
import { CommandChoice } from '../../parts/command-choice';
import { useTexts } from '../../texts/texts';

/** Contests or accepts a chargeback, named `INVOICE.PAYMENT.CHARGEBACK`. */
export function ChargebackActions({ id }: { id: string }): ReactNode {
  const { queue } = useTexts();
  const [invoiceID = '', paymentID = '', chargebackID = ''] = id.split('.');
  const choices = [
    { type: 'rejectChargeback', label: queue.contest, help: queue.contestHelp },
    { type: 'acceptChargeback', label: queue.accept, help: queue.acceptHelp, isDangerous: true },
  ];
  return <CommandChoice choices={choices} parameters={{ invoiceID, paymentID, chargebackID }} />;
}
