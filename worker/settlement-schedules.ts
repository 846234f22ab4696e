import { ScheduleAlreadyRunning, ScheduleNotFoundError, type Client, type ScheduleOptions } from '@temporalio/client';
import { settlementTerms } from '../domain/merchants/settlement/settlement-terms';
import type { Database } from '../store/postgres/database';
import { listScheduledSettlements, type ScheduledSettlement } from '../store/merchants/settlement/settled-shops';
import { workflowIDs } from '../workflow-names/workflow-ids';
import { workflowTypes } from '../workflow-names/workflow-messages';

/**
 * Keeps a schedule of Temporal for each shop and currency that the terms close by time. It starts a workflow at each cut-off; whether a batch is due
 * is decided by the terms then. Operators pause and trigger schedules in Temporal UI; a change of the terms keeps a pause.
 */
export class SettlementSchedules {
  /** What this process has applied; after a restart each schedule is applied once. */
  private readonly applied = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly client: Client,
    private readonly taskQueue: string,
  ) {}

  async apply(): Promise<void> {
    const wanted = await listScheduledSettlements(this.database);
    const ids = new Set<string>();
    for (const each of wanted) {
      const options = this.buildOptions(each);
      const form = JSON.stringify(options);
      ids.add(options.scheduleId);
      if (this.applied.get(options.scheduleId) === form) continue;
      await this.createOrUpdate(options);
      this.applied.set(options.scheduleId, form);
    }
    for (const id of this.applied.keys()) {
      if (ids.has(id)) continue;
      await this.client.schedule.getHandle(id).delete().catch(ignoreMissing);
      this.applied.delete(id);
    }
  }

  private buildOptions({ shopID, currency, terms }: ScheduledSettlement): ScheduleOptions & { scheduleId: string } {
    const { cutOffHour, timeZone } = settlementTerms(terms);
    const workflowId = workflowIDs.settlementClose(shopID, currency);
    return {
      scheduleId: `${workflowId}/${this.taskQueue}`,
      spec: { calendars: [{ hour: cutOffHour, minute: 0 }], timezone: timeZone },
      action: {
        type: 'startWorkflow',
        workflowType: workflowTypes.settlementClose,
        ...{ workflowId, taskQueue: this.taskQueue, args: [{ shopID, currency }] },
      },
      policies: { overlap: 'SKIP', catchupWindow: '7 days' },
    };
  }

  private async createOrUpdate(options: ScheduleOptions): Promise<void> {
    try {
      await this.client.schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      const { spec, action, policies } = options;
      const handle = this.client.schedule.getHandle(options.scheduleId);
      await handle.update(({ state }) => ({ spec, action, policies: policies ?? {}, state }));
    }
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
}
