import type { UserInteraction } from '../api/types';
import { useCommon } from '../context';
import { momentText } from '../moment-text';
import type { TrackedAttempt } from '../state/progress';
import { Another } from './another';
import { networkName, transferLink } from './coin-network';
import { CopyValue } from './copy-value';
import { QrCode } from '../../../ui/qr-code';
import { RedirectInteraction } from './redirect';
import { payableUntil } from '../state/processing-deadline';
import { StageHeading } from '../parts/stage-heading';

export default function Interaction({
  attempt,
  interaction,
}: {
  attempt: TrackedAttempt;
  interaction: UserInteraction;
}) {
  switch (interaction.interactionType) {
    case 'Redirect':
      return <RedirectInteraction attempt={attempt} request={interaction.request} />;
    case 'QrCodeDisplayRequest':
      return <QrInteraction code={interaction.qrCode} attempt={attempt} />;
    case 'CryptoCurrencyTransferRequest':
      return <CoinInteraction transfer={interaction} attempt={attempt} />;
    case 'PaymentTerminalReceipt':
      return <ReceiptInteraction {...interaction} />;
    case 'ApiExtensionRequest':
      return <ExtensionInteraction />;
  }
}

function QrInteraction({ code, attempt }: { code: string; attempt: TrackedAttempt }) {
  const { qr } = useCommon().texts;
  const isLink = /^https?:\/\//.test(code);
  const isPhone = isLink && matchMedia('(pointer: coarse)').matches;
  const picture = <QrCode text={code} label={qr.code} />;
  return (
    <Standing title={isPhone ? qr.phoneTitle : qr.title} advice={isPhone ? qr.phoneAdvice : qr.advice}>
      {!isPhone && picture}
      {isLink && (
        <a className="button primary" href={code} target="_blank" rel="noopener noreferrer">
          {isPhone ? qr.payInBank : qr.open}
        </a>
      )}
      {isPhone && picture}
      <CopyValue value={code} action={qr.copy} isHidden />
      <PayUntil attempt={attempt} />
    </Standing>
  );
}

type Transfer = Extract<UserInteraction, { interactionType: 'CryptoCurrencyTransferRequest' }>;

function CoinInteraction({ transfer, attempt }: { transfer: Transfer; attempt: TrackedAttempt }) {
  const { coins } = useCommon().texts;
  const { cryptoAddress, cryptoAmount, symbolicCode } = transfer;
  const network = networkName(symbolicCode);
  return (
    <Standing title={coins.title} advice={coins.advice}>
      <QrCode text={transferLink(transfer)} label={coins.code} />
      <CopyValue name={coins.amount} value={cryptoAmount} unit={symbolicCode} />
      <CopyValue name={coins.address} value={cryptoAddress} />
      {network !== undefined && (
        <p>
          {coins.network} <b>{network}</b>
        </p>
      )}
      <PayUntil attempt={attempt} />
    </Standing>
  );
}

/** Until when a payment can be completed, where the page knows it. */
function PayUntil({ attempt }: { attempt: TrackedAttempt }) {
  const { texts, controller } = useCommon();
  const until = payableUntil(attempt.startedAt, controller.view.order?.dueDate);
  return until !== undefined && <Until moment={until} text={texts.receipt.until} />;
}

function Until({ moment, text }: { moment: string; text: string }) {
  const { language } = useCommon().texts;
  return (
    <p>
      {text} <time dateTime={moment}>{momentText(moment, language)}</time>
    </p>
  );
}

type Receipt = Extract<UserInteraction, { interactionType: 'PaymentTerminalReceipt' }>;

function ReceiptInteraction({ shortPaymentID, dueDate }: Receipt) {
  const { receipt } = useCommon().texts;
  return (
    <Standing title={receipt.title} advice={receipt.advice}>
      <CopyValue name={receipt.code} value={shortPaymentID} isLarge />
      <Until moment={dueDate} text={receipt.until} />
      <p className="help">{receipt.save}</p>
    </Standing>
  );
}

function ExtensionInteraction() {
  const { extension } = useCommon().texts;
  return <Standing title={extension.title} advice={extension.advice} />;
}

function Standing({ title, advice, children }: { title: string; advice: string; children?: React.ReactNode }) {
  const { texts } = useCommon();
  return (
    <div className="status-panel">
      <StageHeading>{title}</StageHeading>
      <p>{advice}</p>
      {children}
      <p className="until-paid" role="status">
        <span className="spinner spinner-quiet" aria-hidden="true" />
        {texts.untilPaid}
      </p>
      <Another />
    </div>
  );
}
