import type { CardRange } from '../../../domain/card/card-ranges';
import { CardIcon } from './icons';

const MARKS: Readonly<Record<string, { text: string; className: string }>> = {
  visa: { text: 'VISA', className: 'mark-visa' },
  nspkmir: { text: 'МИР', className: 'mark-mir' },
  humo: { text: 'HUMO', className: 'mark-humo' },
  uzcard: { text: 'UZCARD', className: 'mark-other' },
  amex: { text: 'AMEX', className: 'mark-amex' },
  unionpay: { text: 'UPAY', className: 'mark-other' },
  jcb: { text: 'JCB', className: 'mark-other' },
  discover: { text: 'DISC', className: 'mark-other' },
  dinersclub: { text: 'DINERS', className: 'mark-other' },
};

export function BrandMark({ brand }: { brand: CardRange | undefined }) {
  if (!brand) {
    return (
      <span className="mark mark-none">
        <CardIcon />
      </span>
    );
  }
  const mark = MARKS[brand.system];
  return (
    <span className={`mark ${mark?.className ?? 'mark-circles'}`} data-brand={brand.system}>
      <svg viewBox="0 0 40 26" aria-hidden="true" focusable="false">
        {mark ? (
          <text x="20" y="17.5" textAnchor="middle" textLength={mark.text.length > 4 ? 32 : undefined}>
            {mark.text}
          </text>
        ) : (
          <Circles isMaestro={brand.system === 'maestro'} />
        )}
      </svg>
      <span className="visually-hidden">{brand.name}</span>
    </span>
  );
}

function Circles({ isMaestro }: { isMaestro: boolean }) {
  return (
    <>
      <circle cx="15" cy="13" r="8" fill={isMaestro ? '#0a8fdc' : '#eb001b'} />
      <circle cx="25" cy="13" r="8" fill={isMaestro ? '#eb001b' : '#f79e1b'} />
      <path d="M20 6.76a8 8 0 0 1 0 12.48 8 8 0 0 1 0-12.48" fill={isMaestro ? '#6c6bbd' : '#ff5f00'} />
    </>
  );
}
