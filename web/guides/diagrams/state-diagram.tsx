import { renderMermaidSVG } from 'beautiful-mermaid';
import type { GuideMachine } from '../guide-data';
import { renderFigure } from './figure';

const TITLES: Record<string, string> = {
  invoice: 'Жизненный цикл инвойса',
  payment: 'Жизненный цикл платежа',
  refund: 'Жизненный цикл возврата',
  chargeback: 'Жизненный цикл чарджбэка',
  binding: 'Жизненный цикл привязки',
  customer: 'Жизненный цикл покупателя',
  withdrawal: 'Жизненный цикл вывода средств',
  destination: 'Жизненный цикл получателя средств',
  deposit: 'Жизненный цикл пополнения',
  'deposit-revert': 'Жизненный цикл отмены пополнения',
  'deposit-adjustment': 'Жизненный цикл исправления пополнения',
  'w2w-transfer': 'Жизненный цикл перевода между кошельками',
  report: 'Жизненный цикл отчёта',
};

/** A state diagram of the transition table of the platform. */
export function StateDiagram({ name, machine }: { name: string; machine: GuideMachine | undefined }) {
  if (!machine) return <p>Диаграмма «{name}» появится вместе с таблицей её состояний.</p>;
  const html = renderFigure({
    svg: drawStates(toMermaid(machine), `s-${name}`),
    title: TITLES[name] ?? 'Диаграмма состояний',
    steps: machine.transitions.map(({ from, to, event }) => `${from} → ${to}${event ? ` (${event})` : ''}`),
  });
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

function toMermaid({ states, initial, transitions }: GuideMachine): string {
  // Transitions between the same states with the same event are one arrow.
  const arrows = new Set(transitions.map(({ from, to, event }) => `  ${from} --> ${to}${event ? `: ${event}` : ''}`));
  const ends = states
    .filter((state) => transitions.every(({ from }) => from !== state))
    .map((state) => `  ${state} --> [*]`);
  return ['stateDiagram-v2', `  [*] --> ${initial}`, ...arrows, ...ends].join('\n');
}

/**
 * Draws a state diagram and removes its styles, which the content security policy forbids, and its font from another
 * host.
 */
export function drawStates(source: string, id: string): string {
  return renderMermaidSVG(source, { padding: 12, nodeSpacing: 32, layerSpacing: 44 })
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ xmlns="[^"]*"/, '')
    .replace(/ style="[^"]*"/g, '')
    .replace(/ data-[\w-]+="[^"]*"/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/\b(arrowhead(?:-start)?)\b/g, `${id}-$1`)
    .replace(/(\d+\.\d)\d+/g, '$1')
    .replace(/>\s+</g, '><');
}
