import { Body, Get, Path, Post, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { createW2WTransfer } from '../../../store/wallets/transfer/w2w-transfer.create';
import { getW2WTransfer } from '../../../store/wallets/transfer/w2w-transfer.queries';
import { ApiController } from '../../http/dependencies';
import { toMoney } from '../shared/asset';
import type { ConflictRequest, InvalidOperationParameters } from '../shared/error.types';
import type { LocationHeader } from '../shared/location.types';
import type { EntityID } from '../shared/primitives.types';
import { presentW2WTransfer } from './w2w-transfer.presenter';
import type { W2WTransfer, W2WTransferParameters } from './w2w-transfer.types';

@Route('w2w/transfers')
export class W2WTransfersController extends ApiController {
  /**
   * Перевести средства из своего кошелька в другой кошелёк той же валюты. Перевод выполняется сразу и целиком либо не
   * выполняется вовсе.
   * @summary Создать перевод
   */
  @Post()
  @SuccessResponse<LocationHeader>('202', 'Перевод принят.')
  @Response<ConflictRequest>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  @Response<InvalidOperationParameters>('422', 'Перевод не создан: данные операции недопустимы.')
  public async createW2WTransfer(@Body() body: W2WTransferParameters): Promise<W2WTransfer> {
    const { sender: senderID, receiver: receiverID, externalID = null } = body;
    const given = { partyID: this.caller.partyID, senderID, receiverID, body: toMoney(body.body), externalID };
    const transfer = await createW2WTransfer(this.api.store, given);
    this.setHeader('Location', `/wallet/v0/w2w/transfers/${transfer.id}`);
    return presentW2WTransfer(transfer);
  }

  /**
   * Получить перевод и узнать его статус.
   * @summary Получить перевод
   */
  @Get('{w2wTransferID}')
  public async getW2WTransfer(@Path() w2wTransferID: EntityID): Promise<W2WTransfer> {
    const ref = { transferID: w2wTransferID, partyID: this.caller.partyID };
    return presentW2WTransfer(await getW2WTransfer(this.api.store.database, ref));
  }
}
