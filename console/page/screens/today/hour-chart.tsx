import { useEffect, useRef, useState, type ReactNode } from 'react';
import 'uplot/dist/uPlot.min.css';
import uPlot, { type Options } from 'uplot';
import { decimalText } from '../../../../ui/money';
import { useTheme } from '../../parts/theme';
import { language, useTexts } from '../../texts/texts';
import { metricText, valueOf, type HourlyGroup, type Metric } from './statistics';

interface HourChartProps {
  groups: HourlyGroup[];
  metric: Metric;
  currency: string;
}

const HEIGHT = 260;
const LABEL_WIDTH = 52;
const NARROW = 480;
const DAY_SECONDS = 86_400;
const hourText = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

/** A solid line with points for the last day and a dashed one for a week ago; a table below has the same data. */
export function HourChart({ groups, metric, currency }: HourChartProps): ReactNode {
  const { today } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const [pointed, setPointed] = useState<number>();
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const hours = groups.map(({ key }) => Date.parse(key) / 1_000);
    const lines = [
      groups.map((group) => valueOf(metric, group, currency)),
      groups.map(({ weekAgo }) => valueOf(metric, weekAgo, currency)),
    ];
    const options = buildOptions(node, { metric, currency, onPoint: setPointed });
    const chart = new uPlot(options, [hours, ...lines] as uPlot.AlignedData, node);
    const observer = new ResizeObserver(() => chart.setSize({ width: node.clientWidth, height: HEIGHT }));
    observer.observe(node);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [groups, metric, currency, theme]);
  const group = pointed === undefined ? groups.at(-1) : groups[pointed];
  return (
    <figure className="panel chart">
      <div ref={place} role="img" aria-label={`${today.byHour}: ${today.metrics[metric]}`} />
      {group && <Legend {...{ group, metric, currency }} />}
    </figure>
  );
}

/** Names the lines, and has their values at the pointed hour. */
function Legend({ group, metric, currency }: { group: HourlyGroup } & Omit<HourChartProps, 'groups'>): ReactNode {
  const { today } = useTexts();
  const text = (value: number | null): string =>
    value === null ? '—' : metricText(today, metric, { value, currency });
  return (
    <figcaption className="chart-legend">
      <span className="chart-hour">{hourText.format(new Date(group.key))}</span>
      <span className="chart-line now">
        {today.now} <b>{text(valueOf(metric, group, currency))}</b>
      </span>
      <span className="chart-line before">
        {today.before} <b>{text(valueOf(metric, group.weekAgo, currency))}</b>
      </span>
    </figcaption>
  );
}

interface ChartParams extends Pick<HourChartProps, 'metric' | 'currency'> {
  onPoint: (index?: number) => void;
}

function buildOptions(node: HTMLElement, given: ChartParams): Options {
  const { metric, currency, onPoint } = given;
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string): string => getColour(node, styles.getPropertyValue(name));
  const [muted, line, teal] = [colour('--muted'), colour('--line'), colour('--teal')];
  const font = `12px ${styles.getPropertyValue('--font')}`;
  const axis = { stroke: muted, grid: { stroke: line, width: 1 }, ticks: { show: false }, font };
  const isNarrow = node.clientWidth < NARROW;
  return {
    ...{ width: node.clientWidth, height: HEIGHT, padding: [12, 12, 0, 0] },
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 9 } },
    scales: {
      // The whole day, also when few of its hours have attempts.
      x: { range: (_, __, max) => [max - DAY_SECONDS, max] },
      y: { range: (_, __, max) => [0, topOf(metric, max)] },
    },
    axes: [
      { ...axis, grid: { show: false }, space: isNarrow ? 56 : 72, values: (_, hours) => hours.map(formatHour) },
      {
        ...axis,
        size: LABEL_WIDTH,
        values: (_, values) => values.map((value) => tickText(metric, { value, currency })),
      },
    ],
    series: [
      {},
      { stroke: teal, width: 2.5, fill: fade(teal), points: { show: true, size: 6, fill: teal } },
      { stroke: muted, width: 1.5, dash: [6, 5], points: { show: false } },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
}

const formatHour = (second: number): string => hourText.format(new Date(second * 1_000));

function topOf(metric: Metric, max: number | null): number {
  if (metric === 'rate') return 1;
  return Math.max(metric === 'attempts' ? 4 : 1, (max ?? 0) * 1.1);
}

function tickText(metric: Metric, { value, currency }: { value: number; currency: string }): string {
  if (metric === 'rate') return `${Math.round(value * 100)}%`;
  if (metric === 'attempts') return Number.isInteger(value) ? compact.format(value) : '';
  return compact.format(metric === 'volume' ? Number(decimalText(Math.round(value), currency)) : value / 1_000);
}

/** The colour as an even and thin veil below the line. */
function fade(colour: string): string {
  return colour.replace(/^rgb\(([^)]+)\)$/, 'rgba($1, 0.10)');
}

/** The canvas does not know `light-dark()`, so the browser computes the colour. */
function getColour(node: HTMLElement, value: string): string {
  node.style.color = value;
  const { color } = getComputedStyle(node);
  node.style.color = '';
  return color;
}
