const MARKS: Readonly<Record<string, { text: string; colour: string }>> = {
  visa: { text: 'VISA', colour: '#1434cb' },
  nspkmir: { text: 'МИР', colour: '#0b7a3e' },
  humo: { text: 'HUMO', colour: '#7a5a1e' },
  amex: { text: 'AMEX', colour: '#0f6a9e' },
  unionpay: { text: 'UPAY', colour: '#00677f' },
  jcb: { text: 'JCB', colour: '#0b4ea2' },
  discover: { text: 'DISC', colour: '#b4540a' },
  dinersclub: { text: 'DINERS', colour: '#0a4a8c' },
};

/** The mark of a payment system; its name stands beside it. */
export function BrandMark({ system }: { system: string }) {
  const mark = MARKS[system];
  return (
    <svg className="brand-mark" viewBox="0 0 40 26" width="34" height="22" aria-hidden="true">
      <rect width="40" height="26" rx="4" fill={mark?.colour ?? '#f4f6f6'} />
      {mark ? (
        <text x="20" y="17.5" textAnchor="middle" textLength={mark.text.length > 4 ? 32 : undefined}>
          {mark.text}
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
