const MARKS: Readonly<Record<string, readonly [letters: string, colour: string]>> = {
  visa: ['VISA', '#1434cb'],
  nspkmir: ['МИР', '#0b7a3e'],
  humo: ['HUMO', '#7a5a1e'],
  uzcard: ['UZCARD', '#00518f'],
  amex: ['AMEX', '#0f6a9e'],
  unionpay: ['UPAY', '#00677f'],
  jcb: ['JCB', '#0b4ea2'],
  discover: ['DISC', '#b4540a'],
  dinersclub: ['DINERS', '#0a4a8c'],
};

/** The mark of a payment system; its name stands beside it. */
export function BrandMark({ system }: { system: string }) {
  const [letters, colour] = MARKS[system] ?? [undefined, '#f4f6f6'];
  return (
    <svg className="brand-mark" viewBox="0 0 40 26" width="34" height="22" aria-hidden="true" focusable="false">
      <rect width="40" height="26" rx="4" fill={colour} />
      {letters ? (
        <text x="20" y="17.5" textAnchor="middle" fontSize={letters.length > 4 ? 7.5 : 11}>
          {letters}
        </text>
      ) : (
        <Circles isMaestro={system === 'maestro'} />
      )}
    </svg>
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
