/* eslint-disable max-params -- tsoa takes the parameters of a request from the signatures */
import type { Readable } from 'node:stream';
import type { Request as HttpRequest } from 'express';
import { Delete, Get, Path, Post, Query, Request, Route, SuccessResponse } from '@tsoa/runtime';
import { readEvidenceCase } from '../../../store/payments/chargeback/evidence.table';
import { removeEvidence, sendEvidence } from '../../../store/payments/chargeback/evidence.transitions';
import { openEvidence, receiveEvidence } from '../../evidence/evidence-files';
import { presentEvidence, presentEvidenceSet } from '../../evidence/evidence.presenter';
import type { EvidenceDocument, EvidenceSet } from '../../evidence/evidence.types';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';

@Route('payments/{invoiceID}/{paymentID}/chargebacks/{chargebackID}/evidence')
export class OperatedEvidenceController extends ApiController {
  /**
   * Получить документы по чарджбэку: что добавили участник и операторы, что отправлено и когда.
   * @summary Документы по чарджбэку
   */
  @Get()
  public async getOperatedEvidence(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
  ): Promise<EvidenceSet> {
    const owner = { invoiceID, paymentID, chargebackID };
    return presentEvidenceSet(await readEvidenceCase(this.api.store.database, owner), true);
  }

  /**
   * Добавить документ за участника: тело запроса — сам файл PDF, JPEG или PNG до 5 МиБ, не больше 10 на этап.
   * @summary Добавить документ
   * @param fileName Имя файла.
   * @minLength fileName 1
   * @maxLength fileName 255
   */
  @Post()
  public async addOperatedEvidence(
    @Request() request: HttpRequest,
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
    @Query() fileName: string,
  ): Promise<EvidenceDocument> {
    const owner = { invoiceID, paymentID, chargebackID };
    return presentEvidence(await receiveEvidence(this.api, owner, { request, fileName }), true);
  }

  /**
   * Закрыть документы этапа, когда всё собрано: после этого их нельзя ни добавить, ни удалить. Эквайеру их передаёт оператор, когда оспаривает
   * чарджбэк.
   * @summary Отправить документы
   */
  @Post('send')
  public async sendOperatedEvidence(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
  ): Promise<EvidenceSet> {
    const owner = { invoiceID, paymentID, chargebackID };
    await sendEvidence(this.api.store, owner);
    return presentEvidenceSet(await readEvidenceCase(this.api.store.database, owner), true);
  }

  /**
   * Скачать документ.
   * @summary Содержимое документа
   */
  @Get('{evidenceID}/content')
  @SuccessResponse('200', 'Содержимое файла.', 'application/octet-stream')
  public async getOperatedEvidenceContent(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
    @Path() evidenceID: EntityID,
  ): Promise<Readable> {
    const owner = { invoiceID, paymentID, chargebackID, evidenceID };
    const { content, headers } = await openEvidence(this.api, owner);
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    return content;
  }

  /**
   * Удалить документ, который ещё не отправлен.
   * @summary Удалить документ
   */
  @Delete('{evidenceID}')
  @SuccessResponse('204', 'Документ удалён.')
  public async removeOperatedEvidence(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
    @Path() evidenceID: EntityID,
  ): Promise<void> {
    const owner = { invoiceID, paymentID, chargebackID, evidenceID };
    await removeEvidence(this.api.store, owner, this.api.files);
  }
}
