import { Get, Query, Route } from '@tsoa/runtime';
import type { AuditedType } from '../../../domain/operators/audit/audited-type';
import { present } from '../../../domain/platform/fields/present';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { listAdministrativeActions } from '../../../store/platform/audit/audit-log.actions';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { OperatorActions } from './audit.types';

@Route()
export class AuditController extends ApiController {
  /**
   * Получить журнал действий операторов и того, что участники меняли своими ключами: вебхуки, магазины, ключи. От самого нового
   * к самому старому. Записи хранятся всегда и связаны в цепочку: `holdfast audit verify`.
   * @summary Журнал действий
   * @param subjectID Идентификатор того, что изменено.
   * @param limit Сколько записей на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('audit')
  public async listOperatorActions(
    @Query() subjectType?: AuditedType,
    @Query() subjectID?: EntityID,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<OperatorActions> {
    const request = { subjectType, subjectID, limit, after: continuationToken };
    const found = await listAdministrativeActions(this.api.store.database, request);
    const last = found.length === limit ? found.at(-1) : undefined;
    return {
      actions: found.map(({ number, occurredAt, reason, before, after, ...action }) => ({
        number: Number(number),
        at: rfc3339Text(occurredAt),
        ...action,
        ...present({ reason, before, after }),
      })),
      ...(last ? { continuationToken: String(last.number) } : {}),
    };
  }
}
