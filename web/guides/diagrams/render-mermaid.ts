import { createHash } from 'node:crypto';
import { renderFigure } from './figure';
import { describeSequence, drawSequence } from './sequence-diagram';
import { drawStates } from './state-diagram';

/** Renders a mermaid fence to SVG that needs no script. */
export function renderMermaid(source: string): string {
  const title = /^%%\s*title:\s*(.+)$/m.exec(source)?.[1];
  if (source.trimStart().startsWith('sequenceDiagram') || /^\s*(%%.*\n\s*)*sequenceDiagram/.test(source)) {
    return renderFigure({
      svg: drawSequence(source),
      title: title ?? 'Порядок обмена',
      steps: describeSequence(source),
    });
  }
  const id = `m-${createHash('sha256').update(source).digest('hex').slice(0, 6)}`;
  const steps = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes('--'))
    .map((line) => line.replace(/\s*-->\s*/, ' → ').replace(/\[\*\]/g, '●'));
  return renderFigure({ svg: drawStates(source, id), title: title ?? 'Диаграмма', steps });
}
