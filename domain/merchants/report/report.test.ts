import { findTransition, isFinal } from '../../platform/machine/machine';
import {
  MAX_LISTED_REPORTS,
  MAX_REPORT_ROWS,
  assertListSize,
  assertPeriod,
  assertReportCapacity,
  assertReportSize,
  getReportFileKey,
  getReportProgress,
} from './report';
import { reportMachine } from './report.machine';

describe('a report', () => {
  it('ends once, created or cancelled', () => {
    expect(findTransition(reportMachine, 'pending', 'complete')?.to).toBe('created');
    expect(findTransition(reportMachine, 'pending', 'cancel')?.to).toBe('canceled');
    expect(isFinal(reportMachine, 'created')).toBe(true);
    expect(isFinal(reportMachine, 'canceled')).toBe(true);
  });

  it('requires a period that begins before it ends', () => {
    const early = new Date('2026-11-01T00:00:00Z');
    const late = new Date('2026-12-01T00:00:00Z');
    expect(() => assertPeriod({ fromTime: early, toTime: late })).not.toThrow();
    expect(() => assertPeriod({ fromTime: late, toTime: early })).toThrow(
      expect.objectContaining({ code: 'badFilter' }),
    );
    expect(() => assertPeriod({ fromTime: early, toTime: early })).toThrow(
      expect.objectContaining({ code: 'badFilter' }),
    );
  });

  it('is limited to the rows of a sheet', () => {
    expect(() => assertReportSize(MAX_REPORT_ROWS)).not.toThrow();
    expect(() => assertReportSize(MAX_REPORT_ROWS + 1)).toThrow(expect.objectContaining({ code: 'reportTooLarge' }));
  });

  it('tells its progress over both files, and 100 percent only once it is stored', () => {
    const of = (status: 'pending' | 'created' | 'canceled', rowsTotal: number | null, rowsDone: number) =>
      getReportProgress({ type: 'payments', status, rowsTotal, rowsDone });
    expect([of('pending', 100, 50), of('pending', 100, 200), of('pending', 0, 0), of('pending', null, 5)]).toEqual([
      25, 99, 0, 0,
    ]);
    expect([of('created', 100, 0), of('canceled', 100, 200)]).toEqual([100, 0]);
  });

  it('has a file of each format under a key of its own', () => {
    expect(getReportFileKey({ id: 7, format: 'xlsx' })).toBe('reports/7.xlsx');
  });

  it.each([
    ['the party', null, 100],
    ['the operator', 'op-1', 20],
  ])('waits while %s has many', (owner, orderedBy, max) => {
    expect(() => assertReportCapacity(max - 1, orderedBy)).not.toThrow();
    expect(() => assertReportCapacity(max, orderedBy)).toThrow(
      expect.objectContaining({
        ...{ code: 'temporarilyUnavailable', retryAfterSeconds: 30 },
        message: expect.stringContaining(`${max} reports of ${owner}`),
      }),
    );
  });

  it('is listed with at most a thousand', () => {
    expect(() => assertListSize(MAX_LISTED_REPORTS)).not.toThrow();
    expect(() => assertListSize(MAX_LISTED_REPORTS + 1)).toThrow(
      expect.objectContaining({ code: 'reportTooLarge', place: 'fromTime', message: expect.stringContaining('1000') }),
    );
  });
});
