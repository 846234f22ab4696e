import { Get, Path, Query, Route } from '@tsoa/runtime';
import type { CheckFinding } from '../../../operators/doctor/finding';
import { listGoLive } from '../../../operators/go-live/go-live';
import { verifyAudit } from '../../../store/platform/audit/verify';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { AuditVerification, Diagnostics, GoLiveList } from './diagnostics.types';

@Route()
export class DiagnosticsController extends ApiController {
  /**
   * Проверить установку: базы, Temporal, очереди, коннекторы, сертификаты, место на диске.
   * @summary Проверка установки
   */
  @Get('diagnostics')
  public async getDiagnostics(): Promise<Diagnostics> {
    const findings: CheckFinding[] = [];
    for await (const finding of this.api.examine()) findings.push(finding);
    return { findings };
  }

  /**
   * Узнать, готов ли магазин принимать настоящие деньги: чего не хватает и что подтверждено. Учётным записям отправляются проверочные запросы.
   * @summary Список перед запуском
   */
  @Get('shops/{shopID}/go-live')
  public async getGoLiveList(@Path() shopID: EntityID): Promise<GoLiveList> {
    return { lines: await listGoLive(this.api.store, shopID, this.api.keys) };
  }

  /**
   * Проверить, что записи журнала не изменены, не удалены и не отрезаны.
   * @summary Целостность журнала
   * @param head Конец цепочки, который узнали раньше и хранят в другом месте.
   * @pattern head ^\d{1,18}:[0-9a-f]{64}$
   */
  @Get('audit/verification')
  public async verifyAudit(@Query() head?: string): Promise<AuditVerification> {
    const [number = '', hash = ''] = head?.split(':') ?? [];
    const kept = head === undefined ? undefined : { number: BigInt(number), hash };
    const verified = await verifyAudit(this.api.store.database, kept);
    const { fault } = verified;
    return {
      head: `${verified.head.number}:${verified.head.hash}`,
      ...(fault ? { fault: { number: String(fault.number), kind: fault.kind } } : {}),
    };
  }
}
