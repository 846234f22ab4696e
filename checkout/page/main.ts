import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { readFragment } from '../options';
import { Checkout } from './checkout';
import { openerOf } from './tell-opener';

function start(place: HTMLElement): void {
  const options = optionsOf(location.hash);
  // Whoever looks over a shoulder, into the history or a screenshot finds no token.
  history.replaceState(null, '', location.pathname);
  openerOf(options ?? {})({ type: 'ready' });
  const apiUrl = document.documentElement.dataset['api'] ?? '';
  createRoot(place).render(createElement(Checkout, { apiUrl, options }));
}

function optionsOf(fragment: string) {
  try {
    return readFragment(fragment);
  } catch {
    return undefined;
  }
}

const place = document.getElementById('checkout');
if (place) start(place);
