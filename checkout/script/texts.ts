export interface ScriptTexts {
  pay: string;
  paid: string;
  frame: string;
  open: readonly [title: string, text: string];
  blocked: readonly [title: string, text: string];
  lost: readonly [title: string, text: string];
  back: string;
  openWindow: string;
  cancel: string;
  done: string;
}

const TEXTS: Record<'ru' | 'en' | 'kk', ScriptTexts> = {
  ru: {
    pay: 'Оплатить',
    paid: 'Оплачено',
    frame: 'Оплата',
    open: ['Оплата открыта в отдельном окне', 'Если окна не видно, вернитесь к нему.'],
    blocked: ['Браузер не открыл окно оплаты', 'Нажмите кнопку, чтобы открыть его.'],
    lost: ['Оплата идёт в другом окне', 'Закончите её там: магазин узнает о результате сам.'],
    back: 'Вернуться к оплате',
    openWindow: 'Открыть оплату',
    cancel: 'Закрыть оплату',
    done: 'Закрыть сообщение',
  },
  en: {
    pay: 'Pay',
    paid: 'Paid',
    frame: 'Payment',
    open: ['The payment is open in another window', 'If you cannot see the window, go back to it.'],
    blocked: ['The browser did not open the payment window', 'Press the button to open it.'],
    lost: ['The payment goes on in another window', 'Finish it there: the shop will hear of the result.'],
    back: 'Back to the payment',
    openWindow: 'Open the payment',
    cancel: 'Close the payment',
    done: 'Close this message',
  },
  kk: {
    pay: 'Төлеу',
    paid: 'Төленді',
    frame: 'Төлем',
    open: ['Төлем бөлек терезеде ашылды', 'Терезе көрінбесе, оған оралыңыз.'],
    blocked: ['Браузер төлем терезесін ашпады', 'Оны ашу үшін батырманы басыңыз.'],
    lost: ['Төлем басқа терезеде жүріп жатыр', 'Төлемді сол жерде аяқтаңыз: дүкен нәтижені өзі біледі.'],
    back: 'Төлемге оралу',
    openWindow: 'Төлемді ашу',
    cancel: 'Төлемді жабу',
    done: 'Хабарды жабу',
  },
};

/** Returns the texts of a locale; `auto` is the browser's language, or Russian when unsupported. */
export function selectTexts(locale: string | undefined): ScriptTexts & { language: string } {
  const language = locale && locale !== 'auto' ? locale : navigator.language.slice(0, 2);
  const known = language in TEXTS ? (language as keyof typeof TEXTS) : 'ru';
  return { ...TEXTS[known], language: known };
}
