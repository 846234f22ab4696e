import { lazy, Suspense, useMemo } from 'react';
import type { PaymentTool } from '../api/types';
import { CardForm, type EnteredCard } from '../card/card-form';
import type { TypedCard } from '../card/use-card-checks';
import { useCommon } from '../context';
import { moneyText } from '../../../ui/money';
import { Problem } from '../parts/problem';
import type { Stage, View } from '../state/view';
import { getEmail } from './email';
import type { WaysProps } from './way-form';
import { getWallets } from '../wallets/offered';

interface ChoiceProps {
  view: View;
  stage: Extract<Stage, { name: 'choosing' }>;
  typedCard: TypedCard | undefined;
  setTypedCard: (card: TypedCard) => void;
}

const Ways = lazy(() => import('./ways'));
/** Cards remain usable when the other ways fail to load. */
const WaysBesideCards = lazy(() => import('./ways').catch(() => ({ default: () => <></> })));
const WalletButtons = lazy(() => import('../wallets/wallet-buttons'));

export function Choice({ view, stage, typedCard, setTypedCard }: ChoiceProps) {
  const { problem, tool, field, isSending = false, isAside = false } = stage;
  const { texts, controller, options, walletSettings } = useCommon();
  const { order, methods = [] } = view;
  const cards = methods.find(({ method }) => method === 'BankCard');
  const wallets = useMemo(
    () => (cards?.method === 'BankCard' ? getWallets(cards, walletSettings) : []),
    [cards, walletSettings],
  );
  const cost = order?.cost;
  const action = cost ? texts.pay(moneyText(cost.amount, cost.currency, texts.language)) : texts.bind;
  const payBy = (tool: PaymentTool) =>
    controller.pay({ tool, contact: getContact(getEmail(options), options.phoneNumber) });
  const payByCard = ({ email, address, ...card }: EnteredCard) => {
    const contact = { ...getContact(email ?? getEmail(options), options.phoneNumber), ...address };
    setTypedCard({ number: card.cardNumber, expiry: card.expDate, email, address });
    void controller.pay({ tool: { paymentToolType: 'CardData', ...card }, contact });
  };
  return (
    <>
      {problem && <Problem outcome={problem} tool={tool} isAside={isAside || field !== undefined} />}
      {cards?.method === 'BankCard' && cost && wallets.length > 0 && (
        <Suspense fallback={<WalletsComing count={wallets.length} />}>
          <WalletButtons
            wallets={wallets}
            cards={cards}
            settings={walletSettings}
            label={order.shop ?? order.product ?? texts.title}
            amount={cost.amount}
            currency={cost.currency}
            isBusy={isSending}
            onAgreed={payBy}
          />
        </Suspense>
      )}
      {cards?.method === 'BankCard' && (
        <CardForm
          key={view.round}
          accepted={cards.paymentSystems}
          action={action}
          isBusy={isSending}
          wrong={field}
          typed={typedCard}
          onEntered={payByCard}
        />
      )}
      <OtherWays
        view={view}
        action={action}
        isBusy={isSending}
        wrong={field}
        hasCards={cards !== undefined}
        onChosen={(tool) => void payBy(tool)}
      />
    </>
  );
}

function OtherWays({ view, ...rest }: { view: View } & Omit<WaysProps, 'ways'>) {
  const { ways = [] } = view;
  if (ways.length === 0) return null;
  const Part = rest.hasCards ? WaysBesideCards : Ways;
  return (
    <Suspense fallback={<WaysComing count={ways.length} />}>
      <Part ways={ways} {...rest} />
    </Suspense>
  );
}

/** Reserves the height of the wallet buttons, so that fields below do not move. */
function WalletsComing({ count }: { count: number }) {
  const { texts } = useCommon();
  return (
    <div className="wallets" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="bone bone-button" />
      ))}
      <p className="wallets-or">{texts.orByCard}</p>
    </div>
  );
}

function WaysComing({ count }: { count: number }) {
  return (
    <div className="ways" aria-hidden="true">
      <span className="bone bone-title" />
      <div>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="bone bone-way" />
        ))}
      </div>
    </div>
  );
}

function getContact(email: string | undefined, phoneNumber: string | undefined) {
  return { ...(email ? { email } : {}), ...(phoneNumber ? { phoneNumber } : {}) };
}
