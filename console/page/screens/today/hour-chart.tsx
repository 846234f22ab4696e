import { useEffect, useRef, useState, type ReactNode } from 'react';
import 'uplot/dist/uPlot.min.css';
import uPlot, { type Options } from 'uplot';
import { decimalText } from '../../../../ui/money';
import { percentText } from '../../parts/format';
import { useTheme } from '../../parts/theme';
import { language, useTexts } from '../../texts/texts';
import type { SpanName } from './span';
import { metricText, valueOf, type HourlyGroup, type Metric } from './statistics';

interface HourChartProps {
  groups: HourlyGroup[];
  metric: Metric;
  currency: string;
  span: SpanName;
}

const HEIGHT = 260;
const LABEL_WIDTH = 52;
const NARROW = 480;
/** Half of the last label, which stands at the end of the axis. */
const LABEL_HALF = 28;
const hourText = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
const daysText = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const TEXTS: Readonly<Record<SpanName, Intl.DateTimeFormat>> = { day: hourText, month: daysText };
const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

/** A solid line with points for the span and a dashed one for the time before; a table below has the same data. */
export function HourChart({ groups, metric, currency, span }: HourChartProps): ReactNode {
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
    const options = buildOptions(node, { metric, currency, span, onPoint: setPointed });
    const chart = new uPlot(options, [hours, ...lines] as uPlot.AlignedData, node);
    const observer = new ResizeObserver(() => chart.setSize({ width: node.clientWidth, height: HEIGHT }));
    observer.observe(node);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [groups, metric, currency, span, theme]);
  const group = pointed === undefined ? groups.at(-1) : groups[pointed];
  return (
    <figure className="panel chart">
      <div ref={place} role="img" aria-label={`${today.spans[span].title}: ${today.metrics[metric]}`} />
      {group && <Legend {...{ group, metric, currency, span }} />}
    </figure>
  );
}

/** Names the lines, and has their values at the pointed hour. */
function Legend({ group, metric, currency, span }: { group: HourlyGroup } & Omit<HourChartProps, 'groups'>): ReactNode {
  const { today } = useTexts();
  const text = (value: number | null): string =>
    value === null ? '—' : metricText(today, metric, { value, currency });
  return (
    <figcaption className="chart-legend">
      <span className="chart-hour">{TEXTS[span].format(new Date(group.key))}</span>
      <span className="chart-line now">
        {today.spans[span].now} <b>{text(valueOf(metric, group, currency))}</b>
      </span>
      <span className="chart-line before">
        {today.spans[span].before} <b>{text(valueOf(metric, group.weekAgo, currency))}</b>
      </span>
    </figcaption>
  );
}

interface ChartParams extends Omit<HourChartProps, 'groups'> {
  onPoint: (index?: number) => void;
}

function buildOptions(node: HTMLElement, given: ChartParams): Options {
  const { metric, currency, span, onPoint } = given;
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string): string => getColour(node, styles.getPropertyValue(name));
  const [muted, line, teal] = [colour('--muted'), colour('--line'), colour('--teal')];
  const font = `12px ${styles.getPropertyValue('--font')}`;
  const axis = { stroke: muted, grid: { stroke: line, width: 1 }, ticks: { show: false }, font };
  const isNarrow = node.clientWidth < NARROW;
  return {
    ...{ width: node.clientWidth, height: HEIGHT, padding: [12, LABEL_HALF, 0, 0] },
    ...(span === 'month' && { tzDate: (second: number) => uPlot.tzDate(new Date(second * 1_000), 'Etc/UTC') }),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 9 } },
    scales: {
      y: { range: (_, __, max) => [0, topOf(metric, max)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: isNarrow ? 56 : 72,
        values: (_, seconds) => seconds.map((second) => TEXTS[span].format(new Date(second * 1_000))),
      },
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

function topOf(metric: Metric, max: number | null): number {
  if (metric === 'rate') return 1;
  return Math.max(metric === 'attempts' ? 4 : 1, (max ?? 0) * 1.1);
}

function tickText(metric: Metric, { value, currency }: { value: number; currency: string }): string {
  if (metric === 'rate') return percentText(value);
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
