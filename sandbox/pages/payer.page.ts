import type { OperationRow } from '../database/rows';
import { amountText } from './amount-text';
import { html, type Html } from './html';
import { page } from './layout';

const moscowTime = new Intl.DateTimeFormat('ru-RU', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Moscow',
});

interface Wording {
  title: string;
  confirm: string;
  refuse: string;
}

function formatWording(row: OperationRow): Wording {
  const confirm = 'Подтвердить';
  const refuse = 'Отказаться';
  switch (row.scenario?.interaction?.type) {
    case 'qrCode':
      return { title: 'Оплата по QR-коду', confirm: 'Оплатить', refuse };
    case 'receipt':
      return { title: 'Оплата в терминале', confirm: 'Внести наличные', refuse };
    case 'cryptoTransfer':
      return { title: 'Перевод криптовалюты', confirm: 'Перевод пришёл', refuse: 'Перевода не будет' };
    case 'walletPage':
      return { title: 'Оплата из кошелька', confirm: 'Оплатить', refuse };
    case 'consent':
      return { title: 'Согласие на перевод', confirm: 'Разрешить перевод', refuse };
    case 'apiExtension':
      return { title: 'Перевод с карты на карту', confirm: 'Перевод сделан', refuse };
    default:
      return { title: row.kind === 'verify' ? 'Привязка карты' : 'Подтверждение платежа', confirm, refuse };
  }
}

/** Renders the payer's decision page. */
export function payerPage(row: OperationRow, returnTo: string | undefined): string {
  const wording = formatWording(row);
  const amount = getAmount(row);
  const body = html`
    ${amount && html`<p class="amount">${amount}</p>`} ${facts(row, returnTo)}
    <form method="post" action="${row.page_token ?? ''}/decision">
      <button name="decision" value="confirm">${wording.confirm}</button>
      <button name="decision" value="refuse" class="plain">${wording.refuse}</button>
    </form>
  `;
  return page({ title: wording.title, body });
}

/** Undefined for an operation without money. */
function getAmount({ amount, currency }: OperationRow): string | undefined {
  return amount === null || currency === null ? undefined : amountText(BigInt(amount), currency);
}

function facts(row: OperationRow, returnTo: string | undefined): Html {
  const { interaction } = row;
  const transfer = interaction?.interactionType === 'CryptoCurrencyTransferRequest' ? interaction : undefined;
  const rows: [string, string | undefined][] = [
    ['Магазин', row.page?.merchantName],
    ['Назначение', row.page?.description],
    toolFact(row),
    ['Адрес', transfer?.cryptoAddress],
    ['К переводу', transfer && `${transfer.cryptoAmount} ${transfer.symbolicCode}`],
    ['Время', `${moscowTime.format(row.created_at)} (МСК)`],
    ['Возврат на сайт', returnTo && new URL(returnTo).host],
  ];
  const filled = rows.filter((fact): fact is [string, string] => Boolean(fact[1]));
  return html`<dl>
    ${filled.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** Cards are shown by their last digits. */
function toolFact({ scenario }: OperationRow): [string, string | undefined] {
  const [kind = ''] = scenario?.name.split('.') ?? [];
  if (!['card', 'tokenizedCard', 'recurrentToken'].includes(kind)) return ['Способ', scenario?.mask];
  return ['Карта', `•• ${scenario?.mask.slice(-4) ?? ''}`];
}

/** Renders the outcome. */
export function decidedPage(row: OperationRow, returnTo: string | undefined): string {
  const isApproved = row.status === 'approved';
  const body = html`
    <p>${isApproved ? 'Операция подтверждена.' : 'Операция отклонена или отменена, деньги не списаны.'}</p>
    ${returnTo ? html`<a class="button" href="${returnTo}">Вернуться в магазин</a>` : html`<p>Страницу можно закрыть.</p>`}
  `;
  return page({ title: isApproved ? 'Готово' : 'Не выполнено', body });
}

/** Shown when the card's bank never decides. */
export function silentBankPage(row: OperationRow): string {
  const body = html`
    <p>Банк пока не ответил. Платёж завершится отказом, если ответ не придёт вовремя.</p>
    <a class="button" href="../${row.page_token ?? ''}">Попробовать ещё раз</a>
  `;
  return page({ title: 'Ожидаем ответ банка', body });
}

export function unknownPage(): string {
  return page({
    title: 'Операция не найдена',
    body: html`<p>Проверьте ссылку или код. Возможно, страница открыта не целиком.</p>`,
  });
}

/** Renders the form for a receipt code or a transfer address. */
export function payCodePage(isUnknown: boolean): string {
  const body = html`
    ${isUnknown && html`<p class="note" role="alert">Такого кода нет. Проверьте, нет ли опечатки.</p>`}
    <form method="post" action="/pay">
      <label for="code">Код с чека или адрес перевода</label>
      <input id="code" name="code" required autocomplete="off" autocapitalize="off" spellcheck="false" />
      <button>Найти</button>
    </form>
  `;
  return page({ title: 'Оплата по коду', body });
}

/** Renders the list of pending operations. */
export function awaitingPage(rows: readonly OperationRow[]): string {
  const items = rows.map((row) => {
    const place = row.scenario?.interaction?.type === 'threeDSecure' ? '3ds' : 'pay';
    const what = [formatWording(row).title, getAmount(row)].filter(Boolean).join(', ');
    return html`<li><a href="/${place}/${row.page_token ?? ''}">${what}</a><br />${row.page?.description ?? ''}</li>`;
  });
  const body = html`
    ${
      items.length > 0
        ? html`<ul>
            ${items}
          </ul>`
        : html`<p>Сейчас никто не ждёт оплаты.</p>`
    }
    <a class="button" href="/pay">Оплатить по коду</a>
  `;
  return page({ title: 'Ожидают плательщика', body });
}
