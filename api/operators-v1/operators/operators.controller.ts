import { Body, Get, OperationId, Path, Post, Put, Query, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../../domain/errors/refusal';
import { createOperator } from '../../../store/operator/operator.create';
import { getOperator, listOperators } from '../../../store/operator/operator.queries';
import { setOperatorActive, setOperatorRoles } from '../../../store/operator/operator.transitions';
import type { Operator } from '../../../store/operator/operator.table';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { presentOperator } from './operator.presenter';
import type {
  AccessReason,
  CurrentOperator,
  OperatorParams,
  OperatorPeople,
  OperatorPerson,
  RolesParams,
  SignInSettings,
} from './operator.types';

@Route()
export class OperatorsController extends ApiController {
  /**
   * Узнать, как войти через провайдера OpenID Connect. Если он не настроен, операторы входят с ключами.
   * @summary Как войти
   */
  @Get('sign-in')
  @OperationId('getSignInSettings')
  @SuccessResponse('200', 'Как войти.')
  public async getSignInSettings(): Promise<SignInSettings> {
    if (!this.api.signIn) throw notFound('OpenID Connect provider');
    return this.api.signIn;
  }

  /**
   * Узнать, кто обращается и какие роли есть у этого ключа или токена.
   * @summary Кто я
   */
  @Get('me')
  @OperationId('getCurrentOperator')
  @SuccessResponse('200', 'Оператор.')
  public async getCurrentOperator(): Promise<CurrentOperator> {
    const { operatorID, roles } = this.operator;
    const { name, email } = await getOperator(this.api.store.database, operatorID);
    return { operatorID, name, email, roles: [...roles] };
  }

  /**
   * Получить операторов.
   * @summary Операторы
   * @param limit Сколько операторов на странице.
   * @param continuationToken С чего начинается страница: из ответа с предыдущей.
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @maxLength continuationToken 40
   */
  @Get('operators')
  @OperationId('listOperators')
  @SuccessResponse('200', 'Страница операторов.')
  public async listOperators(@Query() limit = 100, @Query() continuationToken?: string): Promise<OperatorPeople> {
    const found = await listOperators(this.api.store.database, { limit, after: continuationToken });
    const last = found.length === limit ? found.at(-1) : undefined;
    return { operators: found.map(presentOperator), ...(last ? { continuationToken: last.id } : {}) };
  }

  /**
   * Создать оператора. Повторный запрос ничего не меняет.
   * @summary Создать оператора
   */
  @Post('operators')
  @OperationId('createOperator')
  @SuccessResponse('200', 'Оператор.')
  public async createOperator(@Body() body: OperatorParams): Promise<OperatorPerson> {
    const { database, origin } = this.api.store;
    return this.present(await createOperator(database, body, origin));
  }

  /**
   * Получить оператора.
   * @summary Оператор
   */
  @Get('operators/{operatorID}')
  @OperationId('getOperator')
  @SuccessResponse('200', 'Оператор.')
  public async getOperator(@Path() operatorID: EntityID): Promise<OperatorPerson> {
    return presentOperator(await getOperator(this.api.store.database, operatorID));
  }

  /**
   * Заменить роли оператора. Последнего администратора убрать нельзя; роли из групп провайдера меняют у провайдера.
   * @summary Заменить роли
   */
  @Put('operators/{operatorID}/roles')
  @OperationId('setOperatorRoles')
  @SuccessResponse('200', 'Оператор.')
  public async setOperatorRoles(@Path() operatorID: EntityID, @Body() body: RolesParams): Promise<OperatorPerson> {
    return this.present(await setOperatorRoles(this.api.store, { id: operatorID, ...body }));
  }

  /**
   * Закрыть доступ оператору: его ключи и токены больше не действуют.
   * @summary Закрыть доступ
   */
  @Post('operators/{operatorID}/deactivate')
  @OperationId('deactivateOperator')
  @SuccessResponse('200', 'Оператор.')
  public async deactivateOperator(@Path() operatorID: EntityID, @Body() body: AccessReason): Promise<OperatorPerson> {
    const { reason } = body;
    return this.present(await setOperatorActive(this.api.store, { id: operatorID, isActive: false, reason }));
  }

  /**
   * Вернуть доступ оператору.
   * @summary Вернуть доступ
   */
  @Post('operators/{operatorID}/activate')
  @OperationId('activateOperator')
  @SuccessResponse('200', 'Оператор.')
  public async activateOperator(@Path() operatorID: EntityID, @Body() body: AccessReason): Promise<OperatorPerson> {
    const { reason } = body;
    return this.present(await setOperatorActive(this.api.store, { id: operatorID, isActive: true, reason }));
  }

  private present(operator: Operator): OperatorPerson {
    return { ...presentOperator(operator), isChanged: this.isChanged };
  }
}
