import { useCommon } from '../context';
import { countWays } from '../methods/count-ways';

export function Another({ className = 'button' }: { className?: string }) {
  const { texts, controller } = useCommon();
  if (!controller.canChooseAnother) return null;
  return (
    <button type="button" className={className} onClick={() => void controller.chooseAnother()}>
      {countWays(controller.view) > 1 ? texts.another : texts.cancel}
    </button>
  );
}
