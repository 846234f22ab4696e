import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppParts } from './app';

export function render({ place, ...parts }: AppParts & { place: HTMLElement }): void {
  // A transition renders in slices, so that a slow phone still reacts to input.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App {...parts} />
      </StrictMode>,
    ),
  );
  if (parts.options.mode !== 'inline') return;
  new ResizeObserver(() => {
    parts.opener.tell({ type: 'resized', heightPx: Math.ceil(place.getBoundingClientRect().height) });
  }).observe(place);
}
