import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { countText, moneyText, percentText } from '../../parts/format';
import { language, type ConsoleTexts } from '../../texts/texts';
import { getSpan, type SpanName } from './span';

export type AttemptSums = Schemas['AttemptCounts'];
export type HourlyGroup = Schemas['AttemptsOfGroup'];
export type TodayGrouping = 'reason' | 'connector' | 'shop' | 'tool';
export type Metric = keyof ConsoleTexts['today']['metrics'];

export const METRICS: readonly Metric[] = ['attempts', 'rate', 'volume', 'p95'];
export const REFRESH_MS = 60_000;

/** The span of the address. */
export function useSpanName(): SpanName {
  const [address] = useSearchParams();
  return address.get('span') === 'month' ? 'month' : 'day';
}

export function useStatistics(by: TodayGrouping | 'hour' | 'day') {
  const span = useSpanName();
  return useQuery({
    queryKey: ['statistics', by, span],
    queryFn: ({ signal }) =>
      callOperators<Schemas['AttemptStatistics']>(`/statistics${toQuery({ ...getSpan(span), by })}`, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** The amount in one currency; currencies are never added up. */
function volumeIn({ volume }: Pick<AttemptSums, 'volume'>, currency: string): number {
  return volume.find((each) => each.currency === currency)?.amount ?? 0;
}

export function volumeText({ volume }: Pick<AttemptSums, 'volume'>): string {
  return volume.map(({ amount, currency }) => moneyText(amount, currency)).join(', ') || '—';
}

export function durationText(today: ConsoleTexts['today'], ms: number | undefined): string {
  if (ms === undefined) return '—';
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return ms < 1_000 ? today.milliseconds(countText(ms)) : today.seconds(seconds.format(ms / 1_000));
}

/** The value of one metric; null where there is none, so that the line has a gap. */
export function valueOf(metric: Metric, counts: AttemptSums, currency: string): number | null {
  if (metric === 'attempts') return counts.attempts;
  if (metric === 'rate') return counts.approvalRate ?? null;
  return metric === 'volume' ? volumeIn(counts, currency) : (counts.p95Ms ?? null);
}

export function metricText(
  texts: ConsoleTexts['today'],
  metric: Metric,
  given: { value: number; currency: string },
): string {
  const { value, currency } = given;
  if (metric === 'attempts') return countText(Math.round(value));
  if (metric === 'rate') return percentText(value);
  return metric === 'volume' ? moneyText(Math.round(value), currency) : durationText(texts, Math.round(value));
}
