import type { UserInteraction } from '../api/types';
import { useCommon } from '../context';
import { momentText } from '../moment-text';
import type { TrackedAttempt } from '../state/progress';
import { Another } from './another';
import { CopyValue } from './copy-value';
import { QrCode } from '../../../ui/qr-code';
import { RedirectInteraction } from './redirect';
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
      return <QrInteraction code={interaction.qrCode} />;
    case 'CryptoCurrencyTransferRequest':
      return <CoinInteraction {...interaction} />;
    case 'PaymentTerminalReceipt':
      return <ReceiptInteraction {...interaction} />;
    case 'ApiExtensionRequest':
      return <ExtensionInteraction />;
  }
}

function QrInteraction({ code }: { code: string }) {
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
    </Standing>
  );
}

type Transfer = Extract<UserInteraction, { interactionType: 'CryptoCurrencyTransferRequest' }>;

function CoinInteraction({ cryptoAddress, cryptoAmount, symbolicCode }: Transfer) {
  const { coins } = useCommon().texts;
  return (
    <Standing title={coins.title} advice={coins.advice}>
      <QrCode text={cryptoAddress} label={coins.address} />
      <CopyValue name={coins.amount} value={cryptoAmount} unit={symbolicCode} />
      <CopyValue name={coins.address} value={cryptoAddress} />
    </Standing>
  );
}

type Receipt = Extract<UserInteraction, { interactionType: 'PaymentTerminalReceipt' }>;

function ReceiptInteraction({ shortPaymentID, dueDate }: Receipt) {
  const { receipt, language } = useCommon().texts;
  return (
    <Standing title={receipt.title} advice={receipt.advice}>
      <CopyValue name={receipt.code} value={shortPaymentID} isLarge />
      <p>
        {receipt.until} <time dateTime={dueDate}>{momentText(dueDate, language)}</time>
      </p>
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
