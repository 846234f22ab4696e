import type { ReactNode } from 'react';

/** What the reader does on this page, step by step. The buttons wait for the script. Without it, and in Markdown, the steps are the text and the code around it. */
export function QuickStart({ step }: { step: 'key' | 'link' | 'events' | 'capture' }) {
  return (
    <section className="panel demo" data-quick-start={step}>
      {STEPS[step]}
      <p role="status" />
    </section>
  );
}

const STEPS: Record<'key' | 'link' | 'events' | 'capture', ReactNode> = {
  key: (
    <>
      <p className="field">
        <label htmlFor="quick-key">Ключ API</label>
        <input id="quick-key" type="password" autoComplete="off" spellCheck={false} aria-describedby="quick-hint" />
      </p>
      <p className="field">
        <label htmlFor="quick-shop">Идентификатор магазина</label>
        <input id="quick-shop" autoComplete="off" spellCheck={false} />
      </p>
      <p id="quick-hint">Хранятся только в этой вкладке и уходят только в API.</p>
      <p className="row">
        <button type="button" className="button" disabled value="demo">
          Взять тестовый ключ
        </button>
      </p>
    </>
  ),
  link: (
    <p className="row">
      <button type="button" className="button primary" disabled value="link">
        Создать ссылку
      </button>
    </p>
  ),
  events: <ol className="mono demo-events" aria-label="Пришедшие вебхуки" />,
  capture: (
    <p className="row">
      <button type="button" className="button primary" disabled value="capture">
        Списать
      </button>
      <button type="button" className="button" disabled value="forget">
        Удалить вебхук
      </button>
    </p>
  ),
};
