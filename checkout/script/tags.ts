import { OPTIONS } from '../options';
import type { Checkout, Configuration } from './configuration';
import { adopt, BUTTON_STYLE } from './styles';
import { selectTexts } from './texts';

type Configure = (configuration: Configuration) => Checkout;

const NAMES = [...Object.keys(OPTIONS), 'mode', 'container', 'label'];
const MARK = 'holdfastDone';

export function renderTags(configure: Configure): void {
  const renderAll = (): void => {
    for (const tag of document.querySelectorAll<HTMLScriptElement>('script.holdfast-checkout')) {
      // Parsers move a tag of an otherwise empty file into the head while there is no body yet.
      if (MARK in tag.dataset || (isLoading() && document.head.contains(tag))) continue;
      tag.dataset[MARK] = '';
      try {
        render(tag, configure);
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
      }
    }
  };
  renderAll();
  if (isLoading()) addEventListener('DOMContentLoaded', renderAll);
}

function render(tag: HTMLScriptElement, configure: Configure): void {
  const { label, ...configuration } = readAttributes(tag);
  const form = tag.closest<HTMLFormElement>('form[action]');
  const texts = selectTexts(configuration.locale);
  if (configuration.mode === 'inline') {
    const place = document.createElement('div');
    show(place, tag);
    configure({ container: place, ...configuration, closed: (end) => submit(form, end) }).open();
    return;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'holdfast-button';
  button.textContent = label ?? texts.pay;
  const finished = (): void => {
    button.textContent = texts.paid;
    button.disabled = true;
  };
  const callbacks = configuration.mode === 'redirect' ? {} : { finished, closed: (end: End) => submit(form, end) };
  const checkout = configure({ ...configuration, ...callbacks });
  button.onclick = checkout.open;
  if (!document.querySelector('.holdfast-button')) adopt(BUTTON_STYLE, document);
  show(button, tag);
}

const isLoading = (): boolean => document.readyState === 'loading';

function show(element: Element, tag: Element): void {
  if (document.head.contains(tag)) document.body.append(element);
  else tag.after(element);
}

type End = { isFinished: boolean };

/** Submits the form around a paid tag, so that the shop continues as with any other form. */
function submit(form: HTMLFormElement | null, { isFinished }: End): void {
  // A form field named `submit` hides the method.
  if (isFinished && form) HTMLFormElement.prototype.submit.call(form);
}

/** Maps `data-invoice-id` to `invoiceID`. Unknown attributes may belong to others, so they only cause a warning. */
function readAttributes(tag: HTMLScriptElement): Configuration {
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(tag.dataset)) {
    const name = NAMES.find((name) => name.replace('ID', 'Id') === key);
    if (name) given[name] = value ?? '';
    else if (key !== MARK) console.warn(`HoldfastCheckout: ${key}: is no option, and ignored`);
  }
  return given;
}
