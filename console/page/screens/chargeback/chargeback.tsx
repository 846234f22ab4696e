import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { callMerchants, callOperators, type Schemas } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { PaymentLink, type PaymentName } from '../../parts/links';
import { orderOf } from '../../parts/method';
import { Facts, Moment, Money, PageTitle, Status } from '../../parts/pieces';
import { useRead } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { ChargebackActions } from '../queue/chargeback-actions';
import { Documents } from './documents';
import { reasonGroup } from './reason-group';

type Merchants = components['schemas'];

interface ShownChargeback {
  chargeback: Omit<Schemas['OperatedChargeback'], 'id'> & { levy?: number };
  order: string | undefined;
  evidence: Schemas['EvidenceSet'];
}

type ChargebackName = PaymentName & { chargebackID: string };

const encoded = encodeURIComponent;

/** The operation that reads the documents of a chargeback, and what is under it. */
function evidencePath({ invoiceID, paymentID, chargebackID }: ChargebackName, isMerchant: boolean): string {
  const payment = isMerchant
    ? `/v2/processing/invoices/${encoded(invoiceID)}/payments/${encoded(paymentID)}`
    : `/operators/v1/payments/${encoded(invoiceID)}/${encoded(paymentID)}`;
  return `${payment}/chargebacks/${encoded(chargebackID)}/evidence`;
}

async function readOwn(
  { invoiceID, paymentID, chargebackID }: ChargebackName,
  signal: AbortSignal,
): Promise<ShownChargeback> {
  const ofInvoice = `/processing/invoices/${encoded(invoiceID)}`;
  const ofPayment = `${ofInvoice}/payments/${encoded(paymentID)}`;
  const path = `${ofPayment}/chargebacks/${encoded(chargebackID)}`;
  const [{ body, ...chargeback }, evidence, payment, invoice] = await Promise.all([
    callMerchants<Merchants['Chargeback']>(path, { signal }),
    callMerchants<Merchants['EvidenceSet']>(`${path}/evidence`, { signal }),
    callMerchants<Merchants['Payment']>(ofPayment, { signal }),
    callMerchants<Merchants['Invoice']>(ofInvoice, { signal }),
  ]);
  const order = orderOf({ ...payment, invoiceExternalID: invoice.externalID }, invoice.metadata) ?? invoice.product;
  return { chargeback: { ...chargeback, amount: body }, evidence, order };
}

async function readOperated({ chargebackID, ...name }: ChargebackName, signal: AbortSignal): Promise<ShownChargeback> {
  const path = `/payments/${encoded(name.invoiceID)}/${encoded(name.paymentID)}`;
  const [payment, evidence] = await Promise.all([
    callOperators<Schemas['OperatedPaymentDetails']>(path, { signal }),
    callOperators<Schemas['EvidenceSet']>(`${path}/chargebacks/${encoded(chargebackID)}/evidence`, { signal }),
  ]);
  const chargeback = payment.chargebacks.find(({ id }) => id === chargebackID);
  if (!chargeback) throw new Error('the payment has no such chargeback');
  return { chargeback, evidence, order: payment.externalID };
}

/** A chargeback of a merchant or, for operators, of any party: what the bank claims, until when to answer, and the documents. */
export function ChargebackScreen(): ReactNode {
  const { invoiceID = '', paymentID = '', chargebackID = '' } = useParams();
  const texts = useTexts();
  const { person, has } = useSession();
  const client = useQueryClient();
  const name = { invoiceID, paymentID, chargebackID };
  const isMerchant = person.kind === 'merchant';
  const query = useRead(['chargeback', name], async (signal) => (isMerchant ? readOwn : readOperated)(name, signal));
  const shown = query.data;
  const isPending = shown?.chargeback.status === 'pending';
  return (
    <>
      <PageTitle title={`${texts.types.chargeback} ${invoiceID}.${paymentID}.${chargebackID}`}>
        {isPending && has('finance') && (
          <div className="row-actions">
            <ChargebackActions id={`${invoiceID}.${paymentID}.${chargebackID}`} />
          </div>
        )}
      </PageTitle>
      <QueryState query={query} rows={8} />
      {shown && (
        <>
          <ChargebackFacts {...shown} {...{ invoiceID, paymentID }} />
          <Documents
            evidence={shown.evidence}
            path={evidencePath(name, isMerchant)}
            mayChange={isMerchant || has('support', 'finance')}
            onChanged={async () => client.invalidateQueries({ queryKey: ['chargeback'] })}
          />
          {!isMerchant && isPending && <p className="help">{texts.chargeback.operatorHelp}</p>}
        </>
      )}
    </>
  );
}

function ChargebackFacts(shown: ShownChargeback & PaymentName): ReactNode {
  const { chargeback: texts, lists, common, payment, types } = useTexts();
  const { chargeback, order, evidence, invoiceID, paymentID } = shown;
  const { amount, currency, levy, status, stage, reasonCode, createdAt } = chargeback;
  const group = reasonGroup(reasonCode);
  return (
    <>
      <div className="notice">
        <b>{texts.reasons[group]}</b>
        <p>{texts.helps[group]}</p>
      </div>
      <Facts
        rows={[
          [common.status, <Status key="status" status={status} text={lists.chargebackStatuses[status] ?? status} />],
          [lists.stage, lists.stages[stage] ?? stage],
          [texts.why, reasonCode],
          [payment.disputed, <Money key="amount" {...{ amount, currency }} />],
          [lists.levy, levy ? <Money key="levy" amount={levy} currency={currency} /> : undefined],
          [lists.answerDue, status === 'pending' && <Moment key="due" at={evidence.answerDueAt} />],
          [common.created, <Moment key="created" at={createdAt} />],
          [payment.order, order],
          [types.payment, <PaymentLink key="payment" {...{ invoiceID, paymentID }} />],
        ]}
      />
    </>
  );
}
