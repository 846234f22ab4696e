import { en } from '../language';

/** A name that is an English word already has no English text. */
export const statuses = {
  processed: en ? 'held' : 'удержан',
  charged_back: en ? 'charged back' : 'оспорен',
  AwaitingApproval: en ? 'awaits approval' : 'ждёт одобрения',
  Approved: en ? 'under way' : 'исполняется',
  Rejected: en ? 'rejected' : 'отклонена',
  Expired: en ? 'expired' : 'срок истёк',
  Succeeded: en ? 'succeeded' : 'исполнена',
  Failed: en ? 'failed' : 'не удалась',
  Pending: en ? 'pending' : 'в обработке',
  ...(!en && {
    pending: 'в обработке',
    captured: 'списан',
    cancelled: 'отменён',
    refunded: 'возвращён',
    failed: 'не прошёл',
    succeeded: 'выполнен',
    accepted: 'принят',
    rejected: 'отклонён',
    paid: 'оплачен',
    unpaid: 'не оплачен',
    fulfilled: 'исполнен',
  }),
} as Record<string, string>;
