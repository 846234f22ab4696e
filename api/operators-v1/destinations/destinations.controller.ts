import { Get, Query, Route } from '@tsoa/runtime';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import {
  listOperatedDestinations,
  type WaitingDestination as StoredDestination,
} from '../../../store/wallets/destination/destination.waiting';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import type { DestinationDecisionStatus, OperatedDestination, OperatedDestinations } from './destination.types';

@Route()
export class OperatedDestinationsController extends ApiController {
  /**
   * Получить получателей средств всех участников, от нового к старому: тех, кто ждёт решения оператора, отклонённых или
   * авторизованных.
   * @summary Получатели средств
   * @param status Решение о получателе.
   * @param partyID Только получатели этого участника.
   * @param limit Сколько получателей на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 4000
   */
  @Get('destinations')
  public async listOperatedDestinations(
    @Query() status: DestinationDecisionStatus = 'AwaitingApproval',
    @Query() partyID?: EntityID,
    @Query() limit = 100,
    @Query() continuationToken?: string,
  ): Promise<OperatedDestinations> {
    const page = await listOperatedDestinations(this.api.store, { status, partyID, limit, continuationToken });
    return {
      destinations: page.rows.map(present),
      ...(page.continuationToken === undefined ? {} : { continuationToken: page.continuationToken }),
    };
  }
}

function present(found: StoredDestination): OperatedDestination {
  const { createdAt, validUntil, authorisationEndedAt, rejectedAt, rejectionReason, externalID, ...destination } =
    found;
  return {
    ...destination,
    createdAt: rfc3339Text(createdAt),
    validUntil: rfc3339Text(validUntil),
    authorisationEndedAt: rfc3339Text(authorisationEndedAt),
    rejectedAt: rfc3339Text(rejectedAt),
    rejectionReason: rejectionReason ?? undefined,
    externalID: externalID ?? undefined,
  };
}
