import { Component, lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { TypedCard } from './card/use-card-checks';
import { CommonProvider, useCommon, type Common } from './context';
import { Choice } from './methods/choice';
import { OrderSummary } from './parts/order-summary';
import { FormComing, OrderComing } from './parts/outline';
import { Closed, Waiting } from './parts/status-panel';
import { Connection } from './parts/connection';
import { isOver, type Stage, type View } from './state/view';

const Interaction = lazy(() => import('./interactions/interaction'));
const AmountForm = lazy(() => import('./parts/amount-form'));
const Done = lazy(() => import('./parts/done'));

export type AppParts = Common;

export function App(parts: AppParts) {
  const view = useSyncExternalStore(parts.controller.subscribe, parts.controller.read);
  const isLoading = view.stage.name === 'loading';
  return (
    <CommonProvider value={parts}>
      <Rescue title={parts.texts.title}>
        <div className="page">
          <Connection state={view.stage.name === 'closed' ? 'good' : view.connection} />
          <main className={view.order || isLoading ? 'sheet' : 'sheet sheet-alone'}>
            {view.order ? (
              <OrderSummary order={view.order} kind={view.kind} />
            ) : (
              <h1 className="visually-hidden" tabIndex={-1}>
                {parts.texts.title}
              </h1>
            )}
            {isLoading && !view.order && <OrderComing />}
            <Work view={view} />
          </main>
        </div>
      </Rescue>
    </CommonProvider>
  );
}

function Work({ view }: { view: View }) {
  const { texts } = useCommon();
  const { name } = view.stage;
  const [typedCard, setTypedCard] = useState<TypedCard>();
  if (typedCard && isOver(view.stage)) setTypedCard(undefined);
  const coming = isUnderWay(view.stage) ? <Waiting isSlow={false} /> : <FormComing texts={texts} />;
  return (
    <section className="work" aria-busy={name === 'loading' || name === 'waiting'}>
      <Suspense fallback={coming}>
        <StageView {...{ view, typedCard, setTypedCard }} stage={view.stage} />
      </Suspense>
    </section>
  );
}

/** Tells whether a payment is running or has just ended; only then may a loading part show a payment in progress. */
function isUnderWay(stage: Stage): boolean {
  return stage.name === 'waiting' || stage.name === 'interaction' || (stage.name === 'done' && stage.isNews);
}

interface StageProps {
  view: View;
  stage: Stage;
  typedCard: TypedCard | undefined;
  setTypedCard: (card: TypedCard) => void;
}

function StageView({ view, stage, typedCard, setTypedCard }: StageProps) {
  const { texts } = useCommon();
  switch (stage.name) {
    case 'loading':
      return <FormComing texts={texts} />;
    case 'closed':
      return <Closed outcome={stage.outcome} />;
    case 'amount':
      return <AmountForm amountRequest={stage.amountRequest} refusal={stage.problem} />;
    case 'choosing':
      return <Choice {...{ view, stage, typedCard, setTypedCard }} />;
    case 'waiting':
      return <Waiting isSlow={stage.isSlow} isEnding={stage.isEnding} />;
    case 'interaction':
      return <Interaction key={stage.attempt.id} attempt={stage.attempt} interaction={stage.interaction} />;
    case 'done':
      return <Done stage={stage} order={view.order} kind={view.kind} />;
  }
}

/** Shows a way to continue when a part of the page fails to load or to render. */
class Rescue extends Component<{ title: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page">
        <main className="sheet sheet-alone">
          <h1 className="visually-hidden">{this.props.title}</h1>
          <section className="work">
            <Closed outcome="notReached" />
          </section>
        </main>
      </div>
    );
  }
}
