import { useCommon } from '../context';
import { CoinIcon, PhoneIcon } from '../parts/way-icons';
import { getWayName, type Way } from '../state/payment-tools';

/** Letters and colours of known providers and operators; white letters have a contrast of at least 4.5. */
const MARKS: Readonly<Record<string, readonly [letters: string, colour: string]>> = {
  qps: ['СБП', '#5c2d91'],
  qiwi: ['QIWI', '#b25500'],
  wechat: ['We', '#0a7a3d'],
  alipay: ['Ali', '#0b62c4'],
  uzcard: ['UZ', '#00518f'],
  ideal: ['iD', '#a3264f'],
  bancontact: ['Bc', '#1a5ba6'],
  euroset: ['ЕС', '#7a5c00'],
  yandexpay: ['Я', '#c22a1c'],
  mts: ['МТС', '#c8102e'],
  beeline: ['Би', '#7a5c00'],
  megafon: ['МФ', '#00733b'],
  tele2: ['T2', '#50616a'],
  yota: ['yota', '#006f96'],
};

const COLOURS = ['#0f766e', '#5c2d91', '#1a5ba6', '#8a5200', '#a3264f', '#50616a'];

/** A tile with letters in place of a logo, beside the name. */
export function LetterMark({ id, name }: { id: string; name: string }) {
  const [letters, colour] = MARKS[id.toLowerCase()] ?? [name.trim().slice(0, 1).toUpperCase(), getColour(id)];
  return (
    <svg className="way-mark brand-mark" viewBox="0 0 40 28" aria-hidden="true" focusable="false">
      <rect width="40" height="28" rx="6" fill={colour} />
      <text x="20" y="18.500" fontSize="12" textAnchor="middle">
        {letters}
      </text>
    </svg>
  );
}

const ICONS: Partial<Record<Way['kind'], typeof CoinIcon>> = { mobileCommerce: PhoneIcon, cryptoWallet: CoinIcon };

export function WayMark({ way }: { way: Way }) {
  const { texts } = useCommon();
  const Icon = ICONS[way.kind];
  if (!Icon) return <LetterMark id={way.id} name={getWayName(way, texts)} />;
  return (
    <span className="way-mark">
      <Icon />
    </span>
  );
}

function getColour(id: string): string {
  const sum = [...id].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return COLOURS[sum % COLOURS.length] ?? '#50616a';
}
