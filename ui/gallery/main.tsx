import { Fragment, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrandMark } from '../brand-mark';
import { moneyText } from '../money';

const TONES = ['', 'good', 'waiting', 'danger'];
const SYSTEMS = ['visa', 'mastercard', 'maestro', 'nspkmir', 'humo', 'uzcard', 'amex', 'unionpay', 'jcb', 'dinersclub'];

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

const Buttons = () => (
  <>
    {['', 'primary', 'dangerous', 'small'].map((kind) => (
      <button key={kind} type="button" className={`button ${kind}`}>
        Вернуть {kind}
      </button>
    ))}
    <button type="button" className="button primary" disabled>
      Недоступна
    </button>
    <button type="button" className="button primary" aria-disabled>
      <span className="spinner" style={{ width: '1.25rem', height: '1.25rem' }} aria-hidden="true" /> Занята
    </button>
    <button type="button" className="link">
      Как ссылка
    </button>
    <button type="button" className="button primary wide">
      Во всю ширину
    </button>
  </>
);

const Fields = ({ id }: { id: string }) => (
  <div className="fields">
    <div className="field">
      <label htmlFor={`${id}-sum`}>Сумма</label>
      <input id={`${id}-sum`} placeholder="1 999,90" aria-describedby={`${id}-help`} />
      <p className="help" id={`${id}-help`}>
        Не больше остатка
      </p>
    </div>
    <div className="field">
      <label htmlFor={`${id}-wrong`}>Причина</label>
      <textarea id={`${id}-wrong`} aria-invalid rows={2} aria-describedby={`${id}-problem`} />
      <p className="field-error" id={`${id}-problem`}>
        Укажите причину
      </p>
    </div>
    <div className="field">
      <label htmlFor={`${id}-shop`}>Магазин</label>
      <select id={`${id}-shop`}>
        <option>Чайная лавка</option>
      </select>
    </div>
    <label>
      <input type="checkbox" defaultChecked /> Тестовый
    </label>
  </div>
);

const Messages = () =>
  TONES.map((tone) => (
    <Fragment key={tone}>
      <span className={`status ${tone}`}>{tone || 'plain'}</span>
      <div className={`notice ${tone}`}>
        <p>Платёж отклонён банком.</p>
      </div>
    </Fragment>
  ));

const Payments = () => (
  <div className="table-scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Магазин</th>
          <th scope="col" className="number">
            Сумма
          </th>
        </tr>
      </thead>
      <tbody>
        {[199_990, 100, -25_050].map((amount) => (
          <tr key={amount}>
            <td>Чайная лавка</td>
            <td className="number">{moneyText(amount, 'RUB', 'ru')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Gallery(): ReactNode {
  return (
    <>
      <h1>Детали</h1>
      <Part title="Кнопки">
        <Buttons />
      </Part>
      <Part title="Поля">
        <Fields id="small" />
        <div className="large">
          <Fields id="large" />
        </div>
      </Part>
      <Part title="Состояния и сообщения">{Messages()}</Part>
      <Part title="Нет данных">
        <div className="state">
          <p>Пока ничего нет</p>
          <p className="help">Платежи появятся здесь</p>
        </div>
        <div role="status" style={{ width: '12rem' }}>
          <span className="visually-hidden">Загружаем</span>
          <div className="bone" />
        </div>
        <span className="spinner" aria-hidden="true" />
      </Part>
      <Part title="Таблица">
        <Payments />
      </Part>
      <Part title="Диалог">
        <div className="modal">
          <div className="dialog">
            <p>
              Вернуть деньги? <kbd>Esc</kbd> <code>1m8hz22y8z</code> <a href="#shop">Чайная лавка</a>
            </p>
          </div>
        </div>
      </Part>
      <Part title="Знаки карт">
        {SYSTEMS.map((system) => (
          <BrandMark key={system} system={system} />
        ))}
      </Part>
    </>
  );
}

const theme = new URLSearchParams(location.search).get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;
const place = document.getElementById('gallery');
if (place) createRoot(place).render(<Gallery />);
