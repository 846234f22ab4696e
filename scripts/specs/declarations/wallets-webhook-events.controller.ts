import { Body, Controller, Post, Response, Route, SuccessResponse } from '@tsoa/runtime';
import type { WalletsWebhookEvent } from '../../../webhook-messages/wallets/events';

/** Описание ошибки. */
export interface GeneralError {
  /** Описание ошибки, понятное разработчику. */
  message: string;
}

/** Declares the webhook messages to integrators. Never served. */
@Route('webhook')
export class WalletsWebhookEventsController extends Controller {
  /**
   * Платформа сообщает на ваш сервер о событии. Проверьте подпись из заголовка `Content-Signature`, обработайте событие и
   * ответьте со статусом 200 не позднее чем через 10 секунд. Любой другой ответ или его отсутствие ведёт к повтору: через
   * 30 секунд, 5 минут, 15 минут, 1 час, затем каждый час в течение 24 часов.
   *
   * События одного вывода или получателя средств приходят в том порядке, в каком они произошли; событие может прийти
   * повторно.
   *
   * @summary Сообщить о событии
   * @param event Событие.
   */
  @Post()
  @SuccessResponse(200, 'Событие обработано.')
  @Response<GeneralError>(404, 'Объект не найден. Доставка будет повторена.')
  notifyWebhookEvent(@Body() event: WalletsWebhookEvent): void {
    void event;
  }
}
