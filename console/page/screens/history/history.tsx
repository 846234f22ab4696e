import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { PageTitle } from '../../parts/pieces';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { NotFound } from '../not-found';
import { PaymentTimeline } from '../payment/payment-timeline';

const SUBJECTS = ['withdrawal', 'destination'] as const;

/** The history of a withdrawal or a destination. */
export function History(): ReactNode {
  const { types } = useTexts();
  const { person } = useSession();
  const { subject: given = '', id = '' } = useParams();
  const subject = SUBJECTS.find((each) => each === given);
  if (!subject || person.kind !== 'operator') return <NotFound />;
  const place = encodeURIComponent(id);
  const path = subject === 'withdrawal' ? `/withdrawals/${place}/timeline` : `/subjects/${subject}/${place}/timeline`;
  return (
    <>
      <PageTitle title={`${types[subject]} ${id}`} />
      <PaymentTimeline path={path} version="" />
    </>
  );
}
