import { useEffect, useState, type ReactNode } from 'react';
import { useCommon } from '../context';
import { moneyText } from '../../../ui/money';
import { momentText } from '../moment-text';
import type { TrackedAttempt } from '../state/progress';
import type { Stage } from '../state/view';
import { toolText } from '../state/payment-tools';
import type { Order, Purpose } from '../state/purpose';
import { DoneIcon } from './icons';
import { WayBack } from './status-panel';
import { StageHeading } from './stage-heading';

interface DoneProps {
  stage: Extract<Stage, { name: 'done' }>;
  order: Order | undefined;
  kind: Purpose['kind'];
}

export default function Done({ stage, order, kind }: DoneProps) {
  const { texts, options, opener } = useCommon();
  const { done } = texts;
  const { attempt, approvalCode } = stage;
  const title = kind === 'binding' ? done.bound : !attempt ? done.already : formatTitle(attempt, done);
  const isAlone = !opener.isListening();
  return (
    <div className="status-panel">
      <DoneIcon />
      <StageHeading>{title}</StageHeading>
      {attempt?.money === 'held' && kind === 'payment' && <p>{done.heldAdvice}</p>}
      <Facts attempt={attempt} approvalCode={approvalCode} order={order} />
      {attempt && (
        <button type="button" className="link print" onClick={() => window.print()}>
          {done.print}
        </button>
      )}
      {isAlone && options.redirectUrl ? <Return url={options.redirectUrl} /> : <WayBack />}
      {isAlone && !options.redirectUrl && <p className="help">{done.keep}</p>}
    </div>
  );
}

function formatTitle({ money }: TrackedAttempt, done: { paid: string; held: string; returned: string }): string {
  if (money === 'returned') return done.returned;
  return money === 'held' ? done.held : done.paid;
}

function Facts(props: {
  attempt: TrackedAttempt | undefined;
  approvalCode: string | undefined;
  order: Order | undefined;
}) {
  const { attempt, approvalCode, order } = props;
  const { texts, controller } = useCommon();
  const { done, language } = texts;
  const cost = attempt?.cost ?? order?.cost;
  const facts: [string, ReactNode][] = [
    [done.shop, order?.shop],
    [done.order, order?.product],
    [done.invoice, controller.invoiceID],
    [done.amount, cost && <span className="amount">{moneyText(cost.amount, cost.currency, language)}</span>],
    [done.time, attempt && momentText(attempt.startedAt, language)],
    [
      controller.view.kind === 'binding' ? texts.fields.cardGroup : done.method,
      attempt && toolText(attempt.tool, texts, controller.view.shop),
    ],
    [done.approvalCode, approvalCode],
  ];
  return (
    <dl className="facts">{facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}</dl>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

const RETURN_AFTER_S = 5;

/** Returns the payer to the shop after a countdown that can be stopped. */
function Return({ url }: { url: string }) {
  const { done } = useCommon().texts;
  const [left, setLeft] = useState<number | undefined>(RETURN_AFTER_S);
  useEffect(() => {
    if (left === undefined) return;
    if (left === 0) return location.replace(url);
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, url]);
  return (
    <div className="return">
      <a className="button primary" href={url} rel="noreferrer">
        {done.back}
      </a>
      {left !== undefined && (
        <p className="help">
          <span aria-hidden="true">{done.backIn(left)}. </span>
          <span className="visually-hidden" role="status">
            {done.backIn(RETURN_AFTER_S)}
          </span>
          <button type="button" className="link" onClick={() => setLeft(undefined)}>
            {done.stay}
          </button>
        </p>
      )}
    </div>
  );
}
