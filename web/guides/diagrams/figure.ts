import { escapeHtml } from '../../app/reference/prose';

/** A figure with its name and a folded text version. Wide pictures scroll on a phone. */
export function renderFigure({ svg, title, steps }: { svg: string; title: string; steps: string[] }): string {
  const label = escapeHtml(title);
  const image = svg.replace(/<svg (?!class="names")/, `<svg role="img" aria-label="${label}" `);
  const list = steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('');
  return (
    `<figure class="diagram"><div class="diagram-scroll" tabindex="0" role="group" aria-label="Диаграмма: ${label}">${image}</div>` +
    `<details><summary>Диаграмма текстом</summary><ol>${list}</ol></details></figure>`
  );
}
