import { useCommon } from '../context';
import { LetterMark } from './way-mark';

/** Names in Cyrillic and in Latin letters. */
const NAMES: Readonly<Record<string, readonly [cyrillic: string, latin: string]>> = {
  mts: ['МТС', 'MTS'],
  beeline: ['Билайн', 'Beeline'],
  megafon: ['МегаФон', 'MegaFon'],
  megafone: ['МегаФон', 'MegaFon'],
  tele2: ['T2', 'T2'],
  yota: ['Yota', 'Yota'],
};

export function Operators({ operators }: { operators: readonly string[] }) {
  const { texts } = useCommon();
  return (
    <ul className="row operators" aria-label={texts.methods.operators}>
      {operators.map((id) => {
        const name = NAMES[id.toLowerCase()]?.[texts.language === 'en' ? 1 : 0] ?? id;
        return (
          <li key={id}>
            <LetterMark id={id} name={name} />
            {name}
          </li>
        );
      })}
    </ul>
  );
}
