import { Body, Delete, Get, Path, Post, Put, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { createAccessToken } from '../../../security/access-tokens';
import { createInvoice } from '../../../store/payments/invoice/invoice.create';
import { getInvoiceTemplate } from '../../../store/payments/invoice-template/invoice-template.queries';
import { createInvoiceTemplate } from '../../../store/payments/invoice-template/invoice-template.create';
import {
  deleteInvoiceTemplate,
  updateInvoiceTemplate,
} from '../../../store/payments/invoice-template/invoice-template.transitions';
import { findShop } from '../../../store/merchants/shop/shop.queries';
import { getOpenPriceCurrency } from '../../../domain/merchants/shop/shop-terms';
import { templateCurrency } from '../../../domain/payments/invoice-template/template-rules';
import { listPaymentMethods } from '../../../domain/payments/payment/payment-methods';
import { getScope } from '../../http/context';
import { ApiController } from '../../http/dependencies';
import type {
  CreateInvoiceTemplateError,
  CreateInvoiceWithTemplateError,
  DeleteInvoiceTemplateError,
  ExternalIDConflictError,
  UpdateInvoiceTemplateError,
} from '../shared/error.types';
import type * as Known from '../../../domain/payments/invoice-template/invoice-template';
import { presentInvoiceTemplate } from './invoice-template.presenter';
import type {
  InvoiceParamsWithTemplate,
  InvoiceTemplate,
  InvoiceTemplateAndToken,
  InvoiceTemplateCreateParams,
  InvoiceTemplateUpdateParams,
} from './invoice-template.types';
import { presentInvoice } from '../invoices/invoice.presenter';
import type { InvoiceAndToken } from '../invoices/invoice.types';
import { invoiceOfTemplateRequest, newInvoiceTemplate, templateChanges } from './invoice-template.request';
import { assertOwnParty } from '../shared/own-party';
import type { PaymentMethod } from '../shared/payment-tool.types';
import type { EntityID } from '../shared/primitives.types';

@Route('processing/invoice-templates')
export class InvoiceTemplatesController extends ApiController {
  /**
   * Создать шаблон инвойсов: товар, цену и срок оплаты, с которыми по нему будут выставлены инвойсы.
   *
   * В ответе вместе с шаблоном приходит токен доступа к нему: с ним ваша страница создаёт инвойсы по этому шаблону без ключа
   * API. Срок действия токена не ограничен.
   * @summary Создать шаблон инвойсов
   */
  @Post()
  @SuccessResponse('201', 'Шаблон создан.')
  @Response<CreateInvoiceTemplateError>('400', 'Шаблон не создан.')
  @Response<ExternalIDConflictError>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  public async createInvoiceTemplate(@Body() body: InvoiceTemplateCreateParams): Promise<InvoiceTemplateAndToken> {
    const { partyID } = this.caller;
    assertOwnParty(partyID, body.partyID);
    const template = await createInvoiceTemplate(this.api.store, newInvoiceTemplate(partyID, body));
    const payload = await createAccessToken(
      { kind: 'invoiceTemplate', id: template.id, partyID, shopID: template.shopID },
      this.api.tokenSigningKeys,
    );
    return { invoiceTemplate: await this.present(template), invoiceTemplateAccessToken: { payload } };
  }

  /**
   * Получить шаблон инвойсов: его товары, цены и срок оплаты.
   * @summary Получить шаблон инвойсов
   */
  @Get('{invoiceTemplateID}')
  public async getInvoiceTemplateByID(@Path() invoiceTemplateID: EntityID): Promise<InvoiceTemplate> {
    const { partyID } = this.caller;
    return this.present(await getInvoiceTemplate(this.api.store.database, { invoiceTemplateID, partyID }));
  }

  /**
   * Изменить шаблон инвойсов. Меняется только то, что передано; уже созданные инвойсы остаются прежними.
   * @summary Изменить шаблон инвойсов
   */
  @Put('{invoiceTemplateID}')
  @Response<UpdateInvoiceTemplateError>('400', 'Шаблон не изменён.')
  public async updateInvoiceTemplate(
    @Path() invoiceTemplateID: EntityID,
    @Body() body: InvoiceTemplateUpdateParams,
  ): Promise<InvoiceTemplate> {
    const ref = { invoiceTemplateID, partyID: this.caller.partyID };
    return this.present(await updateInvoiceTemplate(this.api.store, ref, templateChanges(body)));
  }

  /**
   * Удалить шаблон инвойсов. Создать по нему новые инвойсы будет нельзя; уже созданные остаются прежними.
   * @summary Удалить шаблон инвойсов
   */
  @Delete('{invoiceTemplateID}')
  @SuccessResponse('204', 'Шаблон удалён.')
  @Response<DeleteInvoiceTemplateError>('400', 'Шаблон не удалён.')
  public async deleteInvoiceTemplate(@Path() invoiceTemplateID: EntityID): Promise<void> {
    await deleteInvoiceTemplate(this.api.store, { invoiceTemplateID, partyID: this.caller.partyID });
  }

  /**
   * Создать инвойс по шаблону. Если цена в шаблоне точная, сумму можно не указывать; если она из промежутка или любая, сумма и
   * валюта обязательны. В ответе вместе с инвойсом приходит токен доступа к нему.
   * @summary Создать инвойс по шаблону
   */
  @Post('{invoiceTemplateID}/invoices')
  @SuccessResponse('201', 'Инвойс создан.')
  @Response<CreateInvoiceWithTemplateError>('400', 'Инвойс не создан.')
  @Response<ExternalIDConflictError>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  public async createInvoiceWithTemplate(
    @Path() invoiceTemplateID: EntityID,
    @Body() body: InvoiceParamsWithTemplate,
  ): Promise<InvoiceAndToken> {
    const { partyID } = this.caller;
    const template = await getInvoiceTemplate(this.api.store.database, { invoiceTemplateID, partyID });
    const request = invoiceOfTemplateRequest(template, body, getScope(this.caller));
    const invoice = await createInvoice(this.api.store, request);
    const payload = await createAccessToken(
      { kind: 'invoice', id: invoice.id, partyID, shopID: invoice.shopID },
      this.api.tokenSigningKeys,
    );
    return { invoice: presentInvoice(invoice), invoiceAccessToken: { payload } };
  }

  /**
   * Узнать, какими способами можно оплатить инвойсы, созданные по шаблону.
   * @summary Получить способы оплаты по шаблону
   */
  @Get('{invoiceTemplateID}/payment-methods')
  @SuccessResponse('200', 'Способы оплаты.')
  public async getInvoicePaymentMethodsByTemplateID(@Path() invoiceTemplateID: EntityID): Promise<PaymentMethod[]> {
    const { partyID } = this.caller;
    const template = await getInvoiceTemplate(this.api.store.database, { invoiceTemplateID, partyID });
    const shop = await findShop(this.api.store.database, template);
    return listPaymentMethods(shop?.terms ?? {});
  }

  private async present(template: Known.InvoiceTemplate): Promise<InvoiceTemplate> {
    const currency = templateCurrency(template.details) ?? (await this.currencyOfShop(template));
    return presentInvoiceTemplate(template, currency);
  }

  private async currencyOfShop(template: Known.InvoiceTemplate): Promise<string> {
    const shop = await findShop(this.api.store.database, template);
    if (!shop) throw new Error('the shop of a template is missing');
    return getOpenPriceCurrency(shop);
  }
}
