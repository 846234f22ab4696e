import { useEffect, useRef, type ReactNode } from 'react';
import 'uplot/dist/uPlot.min.css';
import uPlot, { type Options } from 'uplot';
import type { Schemas } from '../../api/client';
import { language, useTexts } from '../../texts/texts';

type Group = Schemas['AttemptsOfGroup'];

const HEIGHT = 240;
const DAY_SECONDS = 86_400;
const hours = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });

const hourText = (seconds: number): string => hours.format(seconds * 1_000);

/** Two lines for today and a dashed one for a week ago, told apart without colour; a table below has the same data. */
export function HourChart({ groups }: { groups: Group[] }): ReactNode {
  const { today, common } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const styles = getComputedStyle(document.documentElement);
    const colour = (name: string): string => getColour(node, styles.getPropertyValue(name));
    const [muted, line] = [colour('--muted'), colour('--line')];
    const axis = { stroke: muted, grid: { stroke: line, width: 1 }, ticks: { stroke: line }, font: '12px sans-serif' };
    const options: Options = {
      ...{ width: node.clientWidth, height: HEIGHT, axes: [{ ...axis, values: (_, at) => at.map(hourText) }, axis] },
      cursor: { drag: { x: false, y: false } },
      scales: {
        // The whole day, also when few of its hours have attempts.
        x: { range: (_, __, max) => [max - DAY_SECONDS, max] },
        y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] },
      },
      series: [
        { label: common.when, value: (_, at) => (at === null ? '' : hourText(at)) },
        { label: today.attempts, stroke: colour('--teal'), width: 2, points: { show: true, size: 5 } },
        { label: today.approved, stroke: colour('--copper'), width: 2, points: { show: true, size: 8 } },
        { label: `${today.attempts} ${today.weekAgo}`, stroke: muted, width: 2, dash: [6, 4] },
      ],
    };
    const moments = groups.map(({ key }) => Date.parse(key) / 1_000);
    const data = [
      moments,
      groups.map(({ attempts }) => attempts),
      groups.map(({ approved }) => approved),
      groups.map(({ weekAgo }) => weekAgo.attempts),
    ];
    const chart = new uPlot(options, data as uPlot.AlignedData, node);
    const observer = new ResizeObserver(() => chart.setSize({ width: node.clientWidth, height: HEIGHT }));
    observer.observe(node);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [groups, today, common]);
  return <div ref={place} className="chart" role="img" aria-label={today.byHour} />;
}

/** The canvas does not know `light-dark()`, so the browser computes the colour. */
function getColour(node: HTMLElement, value: string): string {
  node.style.color = value;
  const { color } = getComputedStyle(node);
  node.style.color = '';
  return color;
}
