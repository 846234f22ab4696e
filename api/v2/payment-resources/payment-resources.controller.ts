import type { BrowserInfo } from '../../../domain/payments/payment/browser-info';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { Body, Post, Request, Route, SuccessResponse } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { createPaymentResource } from '../../../store/payments/payment-tool/payment-tool-token';
import type { Caller } from '../../http/context';
import { clientAddress } from '../../http/client-address';
import { ApiController } from '../../http/dependencies';
import type { ClientInfo } from '../shared/contact-info.types';
import { keepEnteredTool } from './keep-entered-tool';
import { toolOwner } from './payment-resource.request';
import type { PaymentResourceParams, PaymentResourceResult } from './payment-resource.types';
import { enteredTool, presentToolDetails } from '../shared/payment-tool';

@Route('processing/payment-resources')
export class PaymentResourcesController extends ApiController {
  /**
   * Токенизировать платёжный инструмент: обменять данные карты или другого инструмента на токен и сессию, с которыми
   * создаётся платёж. Токен зашифрован, действует 64 минуты и годится только вместе со своей сессией и только для вашего
   * участника. Инструмент, введённый с токеном доступа к инвойсу или покупателю, с другим токеном доступа можно использовать
   * только для того же инвойса или покупателя; с ключом API — для любого.
   * @summary Токенизировать платёжный инструмент
   */
  @Post()
  @SuccessResponse('201', 'Платёжный инструмент токенизирован.')
  public async createPaymentResource(
    @Request() request: HttpRequest,
    @Body() body: PaymentResourceParams,
  ): Promise<PaymentResourceResult> {
    const entered = enteredTool(body.paymentTool);
    const device = seenClientInfo(body.clientInfo, request, this.caller);
    const { browser } = body.clientInfo;
    const seen = browser && { browser: { ...(this.caller.kind === 'apiKey' ? {} : sentHeaders(request)), ...browser } };
    const { store } = this.api;
    const owner = toolOwner(this.caller);
    store.admission.assertAdmitted('payer', owner.partyID);
    const { details, ...kept } = await keepEnteredTool(this.api, owner.partyID, entered);
    const resource = await createPaymentResource({ owner, ...kept, details, clientInfo: device, ...seen }, store);
    const clientInfo = { ...device, ...seen };
    return {
      paymentToolToken: resource.paymentToolToken,
      resourceToken: resource.resourceToken,
      paymentSession: resource.paymentSession,
      paymentToolDetails: presentToolDetails(details),
      clientInfo,
      validUntil: rfc3339Text(resource.validUntil),
    };
  }
}

/**
 * The payer's device: the address of the request unless a shop's server gives it, because rules before authorisation count by it, and the page's
 * URL without its query.
 */
function seenClientInfo(given: ClientInfo, request: HttpRequest, { kind }: Caller): ClientInfo {
  return {
    fingerprint: given.fingerprint,
    ip: (kind === 'apiKey' ? given.ip : undefined) ?? clientAddress(request),
    ...pageAddress(given.url),
  };
}

/** Headers of the payer's own browser. */
function sentHeaders(request: HttpRequest): Pick<BrowserInfo, 'userAgent' | 'acceptHeader'> {
  const [userAgent, acceptHeader] = [request.get('user-agent'), request.get('accept')];
  return {
    ...(userAgent && { userAgent: userAgent.slice(0, MAX_HEADER) }),
    ...(acceptHeader && { acceptHeader: acceptHeader.slice(0, MAX_HEADER) }),
  };
}

const MAX_HEADER = 512;

/** An http(s) URL by RFC 3986; other texts are dropped. */
const ADDRESS = /^https?:(?:[\w\-.~:/@!$&'()*+,;=]|%[0-9a-f]{2})+$/i;

function pageAddress(url: string | undefined): { url?: string } {
  const address = url?.replace(/[?#].*$/s, '') ?? '';
  return ADDRESS.test(address) && URL.canParse(address) ? { url: address } : {};
}
