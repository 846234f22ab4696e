import { useCommon } from '../context';
import type { View } from '../state/view';

export function Connection({ state }: { state: View['connection'] }) {
  const { connection } = useCommon().texts;
  return (
    <div className="connection" role="status">
      {state !== 'good' && <p className={`connection-${state}`}>{connection[state]}</p>}
    </div>
  );
}
