import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { Body, Get, Path, Post, Queries, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { assertValidResource } from '../../../domain/wallets/destination/destination-resource.checks';
import { createDestination } from '../../../store/wallets/destination/destination.create';
import { getDestination, listDestinations } from '../../../store/wallets/destination/destination.queries';
import { grantDestination } from '../../../store/wallets/grant/grant-tokens';
import { ApiController } from '../../http/dependencies';
import { presentDestination } from './destination.presenter';
import type { Destination, DestinationFilters, DestinationPage, DestinationParameters } from './destination.types';
import type { ConflictRequest, InvalidOperationParameters } from '../shared/error.types';
import { EMPTY_PAGE, parseBodyDate, isForeign } from '../shared/filters';
import type { DestinationGrant, DestinationGrantParameters } from '../shared/grant.types';
import { ibanRegistry } from './iban-registry';
import type { LocationHeader } from '../shared/location.types';
import type { EntityID } from '../shared/primitives.types';

@Route('destinations')
export class DestinationsController extends ApiController {
  /**
   * Создать получателя средств. Данные его платёжного средства проверяются по правилам своей платёжной системы. Номер
   * карты передать нельзя: запрос, в котором есть похожее на него число, отклоняется; карта задаётся токеном. Выводить
   * средства можно после авторизации получателя, которая проходит асинхронно.
   * @summary Создать получателя средств
   */
  @Post()
  @SuccessResponse<LocationHeader>('201', 'Получатель средств создан.')
  @Response<ConflictRequest>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  @Response<InvalidOperationParameters>('422', 'Получатель средств не создан: данные операции недопустимы.')
  public async createDestination(@Body() body: DestinationParameters): Promise<Destination> {
    const { partyID } = this.caller;
    const { name, identity, currency, additionalAuthData = null, customer = null, billingAddress = null } = body;
    const resource = body.resource;
    const { metadata = null, externalID = null } = body;
    const people = { additionalAuthData, customer, billingAddress };
    const given = { partyID, name, identityID: identity, currency, resource, ...people, metadata, externalID };
    const check = () => assertValidResource(resource, ibanRegistry);
    const destination = await createDestination(this.api.store, given, { check, vault: this.api.vault });
    this.setHeader('Location', `/wallet/v0/destinations/${destination.id}`);
    return presentDestination(destination);
  }

  /**
   * Получить получателей средств, от новых к старым.
   * @summary Получить получателей средств
   */
  @Get()
  public async listDestinations(@Queries() filters: DestinationFilters): Promise<DestinationPage> {
    const { partyID } = this.caller;
    if (isForeign(partyID, filters.partyID)) return EMPTY_PAGE;
    const page = await listDestinations(this.api.store, { ...filters, partyID });
    return { result: page.rows.map(presentDestination), continuationToken: page.continuationToken };
  }

  /**
   * Получить получателя средств и узнать, авторизован ли он.
   * @summary Получить получателя средств
   */
  @Get('{destinationID}')
  public async getDestination(@Path() destinationID: EntityID): Promise<Destination> {
    return presentDestination(await getDestination(this.api.store, { destinationID, partyID: this.caller.partyID }));
  }

  /**
   * Выдать разрешение на вывод средств получателю: одноразовый токен, с которым другой участник выведет ему средства не
   * позже указанного времени.
   * @summary Выдать разрешение на получателя средств
   */
  @Post('{destinationID}/grants')
  @SuccessResponse('201', 'Разрешение выдано.')
  @Response<InvalidOperationParameters>('422', 'Разрешение не выдано: данные операции недопустимы.')
  public async issueDestinationGrant(
    @Path() destinationID: EntityID,
    @Body() body: DestinationGrantParameters,
  ): Promise<DestinationGrant> {
    const { store, tokenSigningKeys: signingKeys } = this.api;
    const validUntil = parseBodyDate(body.validUntil, 'validUntil');
    const terms = { partyID: this.caller.partyID, validUntil, signingKeys };
    const token = await grantDestination(store, { ...terms, destinationID });
    return { token, validUntil: rfc3339Text(validUntil) };
  }
}
