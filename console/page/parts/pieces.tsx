import { useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { exactMomentText, moneyText, momentText } from './format';

const TONES: Readonly<Record<string, string>> = {
  captured: 'good',
  Succeeded: 'good',
  succeeded: 'good',
  active: 'good',
  paid: 'good',
  fulfilled: 'good',
  failed: 'danger',
  Failed: 'danger',
  charged_back: 'danger',
  rejected: 'danger',
  Rejected: 'danger',
  blocked: 'danger',
  failing: 'danger',
  pending: 'waiting',
  processed: 'waiting',
  AwaitingApproval: 'waiting',
  Approved: 'waiting',
  paused: 'waiting',
};

/** A word with a colour; the word alone says the same. */
export function Status({ status, text }: { status: string; text?: string }): ReactNode {
  const { statuses } = useTexts();
  return <span className={`status ${TONES[status] ?? 'plain'}`}>{text ?? statuses[status] ?? status}</span>;
}

interface MoneyProps {
  amount: number | undefined;
  currency: string | undefined;
}

/** An amount; nothing where there is none. */
export function Money({ amount, currency }: MoneyProps): ReactNode {
  if (amount === undefined || currency === undefined) return null;
  return <span className="money">{moneyText(amount, currency)}</span>;
}

export function Moment({ at, isExact = false }: { at: string; isExact?: boolean }): ReactNode {
  return (
    <time dateTime={at} title={at}>
      {isExact ? exactMomentText(at) : momentText(at)}
    </time>
  );
}

/** A fact of a card: what happened, and when. */
export function Dated({ text, at }: { text: string; at: string }): ReactNode {
  return (
    <span>
      {`${text} `}
      <Moment at={at} />
    </span>
  );
}

/** An id with a button that copies it. */
export function CopyID({ id }: { id: string }): ReactNode {
  return (
    <span className="copy-id">
      <code>{id}</code>
      <CopyButton text={id} subject={id} />
    </span>
  );
}

/** @param subject what is copied, for screen readers */
export function CopyButton({ text, subject }: { text: string; subject?: string }): ReactNode {
  const { common } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const shown = isCopied ? common.copied : common.copy;
  const name = subject === undefined ? undefined : `${shown}: ${subject}`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return <Button text={shown} className="small-button" aria-label={name} onPress={copy} />;
}

export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }): ReactNode {
  const shown = rows.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return (
    <dl className="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function PageTitle({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  useEffect(() => {
    document.title = `${title} · Holdfast`;
  }, [title]);
  return (
    <header className="page-title">
      <h1>{title}</h1>
      {children}
    </header>
  );
}
