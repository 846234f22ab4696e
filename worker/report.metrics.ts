import { Gauge, type Registry } from 'prom-client';
import { listFailedReports } from '../store/merchants/report/report.failures';
import type { Store } from '../store/store';

const WITHIN_SECONDS = 3_600;

export function measureReports(registry: Registry, { database }: Store): void {
  new Gauge({
    name: 'holdfast_reports_failed',
    help: 'Reports canceled in the last hour because their files could not be written, at most 100',
    registers: [registry],
    async collect() {
      this.set((await listFailedReports(database, WITHIN_SECONDS)).length);
    },
  });
}
