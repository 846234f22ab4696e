import { useCommon } from '../context';

/** The way out for a payer who would rather pay in another way than in the one that waits for him. */
export function Another({ className = 'button button-plain' }: { className?: string }) {
  const { texts, controller } = useCommon();
  if (!controller.canChooseAnother) return null;
  return (
    <button type="button" className={className} onClick={() => void controller.chooseAnother()}>
      {texts.another}
    </button>
  );
}
