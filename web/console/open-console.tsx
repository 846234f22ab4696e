import { createRoot, type Root } from 'react-dom/client';
import { Console } from './console';
import type { ConsoleOperation } from './operation';
import './console.css';

const open = new Map<HTMLElement, Root>();

export function openConsole(place: HTMLElement): void {
  for (const [other, root] of open) {
    if (other.isConnected) continue;
    root.unmount();
    open.delete(other);
  }
  const operation = JSON.parse(place.dataset['console'] ?? '{}') as ConsoleOperation;
  const container = document.createElement('div');
  place.replaceChildren(container);
  const root = createRoot(container);
  open.set(place, root);
  root.render(<Console operation={operation} />);
  place.tabIndex = -1;
  place.focus();
}
