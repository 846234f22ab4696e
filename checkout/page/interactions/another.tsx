import { useCommon } from '../context';

export function Another({ className = 'button button-plain' }: { className?: string }) {
  const { texts, controller } = useCommon();
  if (!controller.canChooseAnother) return null;
  return (
    <button type="button" className={className} onClick={() => void controller.chooseAnother()}>
      {texts.another}
    </button>
  );
}
