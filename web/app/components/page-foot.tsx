import { href } from '../site/href';

const DAY = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of the last change, if it is known, and the question whether the guide was helpful, which needs the script. */
export function PageFoot({ updated }: { updated: string | undefined }) {
  return (
    <div className="row help page-foot">
      {updated && (
        <span>
          Обновлено <time dateTime={updated}>{DAY.format(new Date(updated))}</time>
        </span>
      )}
      <span role="status" data-feedback={href('/feedback')}>
        Страница помогла?{' '}
        <button type="button" className="button small" value="yes">
          Да
        </button>{' '}
        <button type="button" className="button small" value="no">
          Нет
        </button>
      </span>
    </div>
  );
}
