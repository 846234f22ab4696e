import type { CardRequestRule } from '../../connectors/card-rules';
import type { DecryptedCard } from '../cards/card-content';
import type { AcquirerResponse } from './acquirers';
import { CardForms } from './card-forms';

/** Headers of answers that connectors read. */
const HEADERS: ReadonlySet<string> = new Set(['content-type', 'request-id', 'retry-after', 'stripe-should-retry']);
const MASKED_CVV = '***';
const MASKED_NUMBER = '****';
/** What is deeper is left out. */
const MAX_DEPTH = 32;

export interface CardAnswer extends AcquirerResponse {
  /** Whether the acquirer has sent the number back. */
  hasNumber: boolean;
}

/** What the worker gets below one member. */
interface Shown {
  all?: 'masked' | 'plain';
  members: Map<string, Shown>;
}

const shownByAnswer = new WeakMap<CardRequestRule['answer'], Shown>();

/**
 * Keeps the members of an answer that the connector needs, and masks the card in them. What the caller has put into the request is not kept:
 * a masked text among many would tell which of them is the card.
 */
export function toCardAnswer(
  { status, headers, body }: AcquirerResponse,
  answer: CardRequestRule['answer'],
  card: DecryptedCard,
): CardAnswer {
  const forms = new CardForms(card);
  const known = Object.entries(headers).filter(([name]) => HEADERS.has(name));
  const shown = known.filter(([, value]) => !forms.isCvv(value) && !forms.hasNumber(value));
  const content = keep(parse(body), toShown(answer), { forms, depth: 0 });
  const text = content === undefined ? '' : JSON.stringify(content);
  const masked = forms.hasNumber(text) ? withoutNumber(content, forms) : text;
  const hasNumber = masked !== text || shown.length < known.length;
  return { status, headers: Object.fromEntries(shown), body: masked, hasNumber };
}

function toShown(answer: CardRequestRule['answer']): Shown {
  const known = shownByAnswer.get(answer);
  if (known) return known;
  const root: Shown = { members: new Map() };
  for (const all of ['masked', 'plain'] as const) {
    for (const path of answer[all]) {
      let place = root;
      for (const name of path.split('.')) {
        const next = place.members.get(name) ?? { members: new Map() };
        place.members.set(name, next);
        place = next;
      }
      place.all = all;
    }
  }
  shownByAnswer.set(answer, root);
  return root;
}

/** Undefined for what is not kept. */
function keep(value: unknown, { all, members }: Shown, { forms, depth }: { forms: CardForms; depth: number }): unknown {
  if (depth > MAX_DEPTH) return undefined;
  const deeper = { forms, depth: depth + 1 };
  if (typeof value !== 'object' || value === null) {
    if (all === 'masked' && forms.isCvv(String(value))) return MASKED_CVV;
    return all === undefined ? undefined : value;
  }
  const below = (name: string): Shown | undefined =>
    members.get(name) ?? members.get('*') ?? (all === undefined ? undefined : { all, members: new Map() });
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const shown = below(String(index));
      return shown ? [keep(item, shown, deeper)] : [];
    });
  }
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const shown = below(name);
    const content = shown && keep(member, shown, deeper);
    return content === undefined || (all === 'masked' && forms.isCvv(name)) ? [] : [[name, content] as const];
  });
  return Object.fromEntries(kept);
}

/** Masks each value that has the number. Empty if it is spread over several. */
function withoutNumber(content: unknown, forms: CardForms): string {
  const text = JSON.stringify(content, (name, value: unknown) => {
    if (forms.hasNumber(name)) return undefined;
    const isLeaf = typeof value === 'string' || typeof value === 'number';
    return isLeaf && forms.hasNumber(String(value)) ? MASKED_NUMBER : value;
  });
  return forms.hasNumber(text) ? '' : text;
}

/** Only objects are kept: an answer in another format is as unreadable for a connector as an empty one. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
