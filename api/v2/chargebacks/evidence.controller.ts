/* eslint-disable max-params -- tsoa takes the parameters of a request from the signatures */
import type { Readable } from 'node:stream';
import type { Request as HttpRequest } from 'express';
import { Delete, Get, Path, Post, Query, Request, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { readEvidenceCase, type EvidenceOwner } from '../../../store/payments/chargeback/evidence.table';
import { removeEvidence, sendEvidence } from '../../../store/payments/chargeback/evidence.transitions';
import { openEvidence, receiveEvidence } from '../../evidence/evidence-files';
import { presentEvidence, presentEvidenceSet } from '../../evidence/evidence.presenter';
import type { EvidenceDocument, EvidenceSet } from '../../evidence/evidence.types';
import { ApiController } from '../../http/dependencies';
import type { ChangeEvidenceError } from '../shared/error.types';
import type { EntityID } from '../shared/primitives.types';

@Route('processing/invoices/{invoiceID}/payments/{paymentID}/chargebacks/{chargebackID}/evidence')
export class EvidenceController extends ApiController {
  /**
   * Получить документы по чарджбэку: что добавлено и отправлено и до какого времени это можно сделать. Расширение договора.
   * @summary Получить документы по чарджбэку
   */
  @Get()
  @SuccessResponse('200', 'Документы.')
  public async getChargebackEvidence(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
  ): Promise<EvidenceSet> {
    return this.read(this.owner({ invoiceID, paymentID, chargebackID }));
  }

  /**
   * Добавить документ: тело запроса — сам файл PDF, JPEG или PNG до 5 МиБ, не больше 10 на этап. Тип определяется по содержимому; PDF со
   * скриптами, вложенными файлами или шифрованием не принимаются. Тот же файл — тот же документ. Расширение договора.
   * @summary Добавить документ по чарджбэку
   * @param fileName Имя файла.
   * @minLength fileName 1
   * @maxLength fileName 255
   * @example fileName "receipt.png"
   */
  @Post()
  @SuccessResponse('201', 'Документ добавлен.')
  @Response<ChangeEvidenceError>('400', 'Документ не добавлен.')
  public async addChargebackEvidence(
    @Request() request: HttpRequest,
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
    @Query() fileName: string,
  ): Promise<EvidenceDocument> {
    const owner = this.owner({ invoiceID, paymentID, chargebackID });
    return presentEvidence(await receiveEvidence(this.api, owner, { request, fileName }), false);
  }

  /**
   * Отправить документы этапа: после этого их нельзя ни добавить, ни удалить. Расширение договора.
   * @summary Отправить документы по чарджбэку
   */
  @Post('send')
  @SuccessResponse('200', 'Документы отправлены.')
  @Response<ChangeEvidenceError>('400', 'Документы не отправлены.')
  public async sendChargebackEvidence(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
  ): Promise<EvidenceSet> {
    const owner = this.owner({ invoiceID, paymentID, chargebackID });
    await sendEvidence(this.api.store, owner);
    return this.read(owner);
  }

  /**
   * Скачать документ. Расширение договора.
   * @summary Скачать документ по чарджбэку
   */
  @Get('{evidenceID}/content')
  @SuccessResponse('200', 'Содержимое файла.', 'application/octet-stream')
  public async getChargebackEvidenceContent(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
    @Path() evidenceID: EntityID,
  ): Promise<Readable> {
    const owner = this.owner({ invoiceID, paymentID, chargebackID });
    const { content, headers } = await openEvidence(this.api, { ...owner, evidenceID });
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    return content;
  }

  /**
   * Удалить документ, который ещё не отправлен. Расширение договора.
   * @summary Удалить документ по чарджбэку
   */
  @Delete('{evidenceID}')
  @SuccessResponse('204', 'Документ удалён.')
  @Response<ChangeEvidenceError>('400', 'Документ не удалён.')
  public async deleteChargebackEvidence(
    @Path() invoiceID: EntityID,
    @Path() paymentID: EntityID,
    @Path() chargebackID: EntityID,
    @Path() evidenceID: EntityID,
  ): Promise<void> {
    const owner = this.owner({ invoiceID, paymentID, chargebackID });
    await removeEvidence(this.api.store, { ...owner, evidenceID }, this.api.files);
  }

  private owner(ref: Omit<EvidenceOwner, 'partyID'>): EvidenceOwner {
    return { ...ref, partyID: this.caller.partyID };
  }

  private async read(owner: EvidenceOwner): Promise<EvidenceSet> {
    return presentEvidenceSet(await readEvidenceCase(this.api.store.database, owner), false);
  }
}
