import { Body, Get, Path, Post, Query, Route } from '@tsoa/runtime';
import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { getOperator, listOperators } from '../../../store/operators/operator/operator.queries';
import { setOperatorActive } from '../../../store/operators/operator/operator.transitions';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { presentOperator } from './operator.presenter';
import type { AccessReason, CurrentOperator, OperatorPeople, OperatorPerson, SignInSettings } from './operator.types';

@Route()
export class OperatorsController extends ApiController {
  /**
   * Узнать, как войти через провайдера OpenID Connect. Если он не настроен, ответ — `404`, и операторы входят с ключами.
   * @summary Как войти
   */
  @Get('sign-in')
  public async getSignInSettings(): Promise<SignInSettings> {
    if (!this.api.signIn) throw notFound('OpenID Connect provider');
    return this.api.signIn;
  }

  /**
   * Узнать, кто обращается и какие роли есть у этого ключа или токена.
   * @summary Кто я
   */
  @Get('me')
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
  public async listOperators(@Query() limit = 100, @Query() continuationToken?: string): Promise<OperatorPeople> {
    const found = await listOperators(this.api.store.database, { limit, after: continuationToken });
    const last = found.length === limit ? found.at(-1) : undefined;
    return { operators: found.map(presentOperator), ...(last ? { continuationToken: last.id } : {}) };
  }

  /**
   * Получить оператора.
   * @summary Оператор
   */
  @Get('operators/{operatorID}')
  public async getOperator(@Path() operatorID: EntityID): Promise<OperatorPerson> {
    return presentOperator(await getOperator(this.api.store.database, operatorID));
  }

  /**
   * Закрыть доступ оператору: его ключи и токены больше не действуют. Два администратора остаются всегда; себе доступ не закрывают.
   * @summary Закрыть доступ
   */
  @Post('operators/{operatorID}/deactivate')
  public async deactivateOperator(@Path() operatorID: EntityID, @Body() body: AccessReason): Promise<OperatorPerson> {
    if (operatorID === this.operator.operatorID)
      throw new Refusal('operationNotPermitted', 'another administrator ends your access');
    const change = { id: operatorID, isActive: false, reason: body.reason };
    return { ...presentOperator(await setOperatorActive(this.api.store, change)), isChanged: this.isChanged };
  }
}
