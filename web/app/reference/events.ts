import type { ReferenceSchema } from './openapi';
import { firstSentence, plainText } from './prose';
import type { EventModel, EventTable, OperationGroup, OperationModel } from './reference-model';

export type { EventModel, EventTable };

export interface EventSources {
  tables?: Readonly<Record<string, EventTable>>;
  samples?: Readonly<Record<string, unknown>>;
}

interface Subject {
  title: string;
  name: string;
  created: string;
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  invoice: { title: 'Инвойсы', name: 'Инвойс', created: 'Инвойс создан' },
  payment: { title: 'Платежи', name: 'Платёж', created: 'Платёж создан' },
  refund: { title: 'Возвраты', name: 'Возврат', created: 'Возврат создан' },
  customer: { title: 'Покупатели', name: 'Покупатель', created: 'Покупатель создан' },
  binding: { title: 'Привязки', name: 'Привязка', created: 'Привязка создана' },
  payout: { title: 'Выплаты магазину', name: 'Выплата', created: 'Выплата создана' },
  withdrawal: { title: 'Выводы средств', name: 'Вывод средств', created: 'Вывод средств создан' },
  destination: { title: 'Получатели средств', name: 'Получатель средств', created: 'Получатель средств создан' },
};

const STEPS: Readonly<Record<string, string>> = {
  changeCash: 'Провайдер взял не ту сумму, которая была запрошена; статус платежа при этом не меняется.',
  requestInteraction: 'Платёж в статусе `pending` ждёт действия плательщика: например, подтверждения 3-D Secure.',
  completeInteraction: 'Плательщик сделал то, чего ждал платёж; статус платежа при этом не меняется.',
  delete: 'Покупатель удалён запросом `deleteCustomer`.',
};

export function eventGroups(carrier: OperationModel, { tables = {}, samples = {} }: EventSources): OperationGroup[] {
  const { body, reader } = carrier;
  if (!body) return [];
  const groups = new Map<string, OperationGroup>();
  for (const { label, schema, description = '' } of reader.variants(reader.resolve(body.schema))) {
    const table = tables[label];
    const subject = table?.origins[0]?.machine ?? 'event';
    const group = groups.get(subject) ?? getGroup(subject);
    groups.set(subject, group);
    group.operations.push(getEvent(carrier, { id: label, schema, description, table, sample: samples[label] }));
  }
  return [...groups.values()];
}

function getGroup(subject: string): OperationGroup {
  return { id: `${subject}-events`, title: SUBJECTS[subject]?.title ?? 'События', description: '', operations: [] };
}

function getEvent(
  carrier: OperationModel,
  of: { id: string; schema: ReferenceSchema; description: string; table: EventTable | undefined; sample: unknown },
): OperationModel {
  const { id, schema, description, table, sample } = of;
  const { body, ...rest } = carrier;
  return {
    ...rest,
    id,
    title: id,
    description,
    summary: plainText(firstSentence(description)),
    ...(body ? { body: { ...body, schema } } : {}),
    event: { ...table, ...(sample === undefined ? {} : { sample }), carrier },
  };
}

export function getOccasions({ origins = [] }: EventModel): string[] {
  return origins.map(({ machine, from, to, step }) => {
    const { name, created } = SUBJECTS[machine] ?? { name: machine, created: `${machine}: создание` };
    if (step !== undefined) return STEPS[step] ?? `${name}: ${step}.`;
    return from === undefined ? `${created}: статус \`${to}\`.` : `${name} переходит из статуса \`${from}\` в \`${to}\`.`; // prettier-ignore
  });
}

export function getSubscription({ topic, subscriptions = [] }: EventModel): string {
  if (topic === undefined) return '';
  const [first, ...others] = subscriptions.map((name) => `\`${name}\``);
  const also = others.length > 0 ? ` (или ${others.join(', ')})` : '';
  return `Тема подписки – \`${topic}\`, событие – ${first}${also}.`;
}
