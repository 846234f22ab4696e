import { useCommon } from '../context';
import { LockIcon } from './icons';

/** What whoever hesitates to type a card wants to know. */
export function Footer() {
  return (
    <footer className="footer">
      <LockIcon />
      <p>{useCommon().texts.safety}</p>
    </footer>
  );
}
