import { Body, Get, Post, Queries, Route } from '@tsoa/runtime';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { parseRfc3339, rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { auditWithin } from '../../../store/platform/audit/audited';
import { listAttemptCells, listCountedAttempts } from '../../../store/operators/statistics/attempt-cells.queries';
import {
  measureDurations,
  readSummarisedUntil,
  sumAttempts,
  sumVolume,
  type StatisticsRequest,
} from '../../../store/operators/statistics/statistics.queries';
import { HOUR_MS, rebuildSummary } from '../../../store/operators/statistics/summarise-attempts';
import { ApiController } from '../../http/dependencies';
import { presentCountedAttempt, presentStatistics } from './statistics.presenter';
import type {
  AttemptCells,
  AttemptCellsQuery,
  AttemptStatistics,
  CountedAttempts,
  CountedAttemptsQuery,
  Rebuilding,
  RebuildParams,
  StatisticsQuery,
} from './statistics.types';

const WEEK_MS = 7 * 24 * HOUR_MS;
/** Four weeks have the same weekdays as the four before them. */
const MAX_SPAN_MS = 4 * WEEK_MS;
const DEFAULT_SPAN_MS = 24 * HOUR_MS;

@Route()
export class StatisticsController extends ApiController {
  /**
   * Посчитать завершённые попытки провести платёж, одобренные и отклонённые, рядом с теми же часами неделей раньше. Считаются полные часы
   * (UTC); самый длинный промежуток — четыре недели, и то, что длиннее недели, стоит рядом с теми же часами четырьмя неделями раньше. По умолчанию — последние 24 полных часа.
   * @summary Статистика попыток
   */
  @Get('statistics')
  public async getStatistics(@Queries() query: StatisticsQuery): Promise<AttemptStatistics> {
    const { database } = this.api.store;
    const { from, to, by = 'hour', ...filters } = query;
    const request = { ...filters, ...readSpan(from, to, new Date()), by };
    const [groups, volumes, durations] = await Promise.all([
      sumAttempts(database, request),
      sumVolume(database, request),
      measureDurations(database, request),
    ]);
    const all = by === 'hour' || by === 'day' ? groups : await sumAttempts(database, { ...request, by: 'hour' });
    const until = await readSummarisedUntil(database);
    return {
      from: rfc3339Text(request.from),
      to: rfc3339Text(request.to),
      ...(until ? { completeUntil: rfc3339Text(until) } : {}),
      ...presentStatistics({ groups, all, volumes, durations }),
    };
  }

  /**
   * Посчитать попытки по причинам, учётным записям коннекторов и магазинам, рядом с теми же часами неделей раньше.
   * @summary Попытки по причинам, учётным записям и магазинам
   */
  @Get('statistics/cells')
  public async listAttemptCells(@Queries() query: AttemptCellsQuery): Promise<AttemptCells> {
    const span = readSpan(query.from, query.to, new Date());
    const cells = await listAttemptCells(this.api.store.database, { ...span, shopID: query.shopID });
    return { from: rfc3339Text(span.from), to: rfc3339Text(span.to), cells };
  }

  /**
   * Получить попытки, которые вошли в статистику, от новой к старой.
   * @summary Попытки, которые вошли в статистику
   */
  @Get('statistics/attempts')
  public async listCountedAttempts(@Queries() query: CountedAttemptsQuery): Promise<CountedAttempts> {
    const { from, to, limit = 50, ...filters } = query;
    const request = { ...filters, ...readSpan(from, to, new Date()), limit };
    const { rows, continuationToken } = await listCountedAttempts(this.api.store, request);
    return { attempts: rows.map(presentCountedAttempt), ...(continuationToken && { continuationToken }) };
  }

  /**
   * Посчитать попытки заново с указанного времени: например, после восстановления базы. Подсчёт идёт в фоне.
   * @summary Посчитать заново
   */
  @Post('statistics/rebuild')
  public async rebuildStatistics(@Body() body: RebuildParams): Promise<Rebuilding> {
    const { database, origin } = this.api.store;
    const from = await rebuildSummary(database, readTime(body.from, 'body.from'));
    const subject = { type: 'statistics', id: 'attempts', after: { from: body.from } } as const;
    await database.transaction((tx) => auditWithin(database, origin, [subject], tx));
    return from ? { from: rfc3339Text(from) } : {};
  }
}

function readTime(text: string, place: string): Date {
  const time = parseRfc3339(text);
  if (!time) throw new Refusal('invalidRequest', `${place}: must be a time of RFC 3339`, { place });
  return time;
}

function floorHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}

type Span = Pick<StatisticsRequest, 'from' | 'to' | 'earlierMs'>;

function readSpan(from: string | undefined, to: string | undefined, now: Date): Span {
  const end = floorHour(to === undefined ? now : readTime(to, 'to'));
  const start = from === undefined ? new Date(end.getTime() - DEFAULT_SPAN_MS) : floorHour(readTime(from, 'from'));
  const spanMs = end.getTime() - start.getTime();
  if (spanMs <= 0) throw new Refusal('invalidRequest', 'from: must be at least an hour before to', { place: 'from' });
  if (spanMs > MAX_SPAN_MS)
    throw new Refusal('invalidRequest', 'from: must be at most 28 days before to', { place: 'from' });
  return { from: start, to: end, earlierMs: spanMs > WEEK_MS ? MAX_SPAN_MS : WEEK_MS };
}
