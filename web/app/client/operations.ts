import { enhanceCode } from './code';
import { loadFragment } from './fragments';
import { decodeHash } from './hash-target';
import { showLoadError } from './load-error';
import { applySampleLanguage } from './samples';

/** Loads the page of an operation when it is unfolded in the overview; old anchors open their operation. */
export function startOperations(): void {
  applySampleLanguage();
  for (const operation of document.querySelectorAll<HTMLDetailsElement>('details.operation')) {
    operation.addEventListener('toggle', () => operation.open && void fill(operation));
  }
  openTarget();
}

addEventListener('hashchange', openTarget);

/** Handles `#createInvoice` and `#operation/createInvoice`. */
function openTarget(): void {
  const id = decodeHash(location.hash)
    .replace(/^operation\//, '')
    .replace(/^tag\//, '');
  const target = id && document.getElementById(id);
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  for (let box = target.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true;
  target.scrollIntoView();
}

async function fill(operation: HTMLDetailsElement): Promise<void> {
  const body = operation.querySelector<HTMLElement>('.operation-body');
  const address = operation.dataset['operation'];
  if (!body || !address || body.dataset['state']) return;
  body.dataset['state'] = 'loading';
  const spinner = document.createElement('div');
  spinner.className = 'spinner';
  const wait = setTimeout(() => body.append(spinner), 200);
  try {
    const html = await loadFragment(new URL(address, location.href), 'main', { isUrgent: true });
    const page = new DOMParser().parseFromString(html, 'text/html').querySelector('.operation-page .operation-details');
    if (!page) throw new Error('the response contains no operation');
    // The ids could occur twice here.
    for (const element of page.querySelectorAll('[id]:not(input)')) element.removeAttribute('id');
    body.replaceChildren(document.adoptNode(page));
    body.dataset['state'] = 'loaded';
    enhanceCode(body);
    applySampleLanguage();
  } catch (error) {
    delete body.dataset['state'];
    console.warn(`${address} could not be loaded`, error);
    showLoadError(body, () => void fill(operation));
  } finally {
    clearTimeout(wait);
    spinner.remove();
  }
}
