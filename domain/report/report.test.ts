import { findTransition, isFinal } from '../machine/machine';
import { MAX_REPORT_ROWS, assertPeriod, assertReportSize } from './report';
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
});
