import { useCommon } from '../context';
import type { FinalOutcome } from '../outcomes';
import { outcomeWords } from '../outcome-words';
import { AlertIcon } from './icons';
import { StageHeading } from './stage-heading';

export function Waiting({ isSlow, isEnding = false }: { isSlow: boolean; isEnding?: boolean | undefined }) {
  const { texts, controller } = useCommon();
  const { waiting } = texts;
  const title = controller.view.kind === 'binding' ? waiting.binding : waiting.title;
  const slow = controller.isReopenable ? waiting.slow : waiting.slowOnce;
  return (
    <div className="status-panel">
      <span className="spinner" aria-hidden="true" />
      <StageHeading>{isEnding ? waiting.ending : title}</StageHeading>
      <p role="status">{isSlow && !isEnding ? slow : waiting.advice}</p>
    </div>
  );
}

const WORTH_ANOTHER_TRY: readonly FinalOutcome[] = ['notReached', 'busy'];

export function Closed({ outcome }: { outcome: FinalOutcome }) {
  const { texts, controller } = useCommon();
  const { title, advice } = outcomeWords(texts, outcome, controller.view);
  return (
    <div className="status-panel">
      <AlertIcon />
      <StageHeading>{title}</StageHeading>
      <p>{advice}</p>
      {WORTH_ANOTHER_TRY.includes(outcome) && (
        <button type="button" className="button primary" onClick={() => location.reload()}>
          {texts.again}
        </button>
      )}
      <WayBack />
    </div>
  );
}

/** Leads back to the shop if it has a `redirectUrl` or listens. */
export function WayBack() {
  const { texts, options, opener } = useCommon();
  if (opener.isListening()) {
    return (
      <button type="button" className="button" onClick={opener.close}>
        {texts.done.close}
      </button>
    );
  }
  if (!options.redirectUrl) return null;
  return (
    <a className="button" href={options.redirectUrl} rel="noreferrer">
      {texts.toShop}
    </a>
  );
}
