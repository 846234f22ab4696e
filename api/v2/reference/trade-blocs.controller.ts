import { Get, Path, Route, SuccessResponse } from '@tsoa/runtime';
import { notFound } from '../../../domain/platform/errors/refusal';
import { listTradeBlocs } from '../../../store/merchants/reference-data/reference-data.queries';
import { ApiController } from '../../http/dependencies';
import { presentTradeBloc } from './reference-data.presenter';
import type { TradeBloc } from './reference-data.types';

@Route('processing/tradeblocs')
export class TradeBlocsController extends ApiController {
  /**
   * Получить все торговые объединения стран.
   * @summary Получить торговые объединения
   */
  @Get()
  @SuccessResponse('200', 'Торговые объединения.')
  public async getTradeBlocs(): Promise<TradeBloc[]> {
    return (await listTradeBlocs(this.api.store.database)).map(presentTradeBloc);
  }

  /**
   * Получить торговое объединение стран.
   * @summary Получить торговое объединение
   */
  @Get('{tradeBlocID}')
  public async getTradeBlocByID(@Path() tradeBlocID: string): Promise<TradeBloc> {
    const blocs = await listTradeBlocs(this.api.store.database);
    const bloc = blocs.find(({ id }) => id === tradeBlocID);
    if (!bloc) throw notFound('Trade bloc');
    return presentTradeBloc(bloc);
  }
}
