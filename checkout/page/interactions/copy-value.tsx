import { useId, useState } from 'react';
import { useCommon } from '../context';
import { Icon } from '../parts/icons';

interface CopyValueProps {
  value: string;
  name?: string;
  unit?: string;
  action?: string;
  /** Renders only the button because the value is shown elsewhere. */
  isHidden?: boolean;
  isLarge?: boolean;
}

export function CopyValue({ value, name, unit, action, isHidden = false, isLarge = false }: CopyValueProps) {
  const { copy, copied } = useCommon().texts;
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  const press = () => {
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => select(id),
    );
    if (!navigator.clipboard) select(id);
  };
  return (
    <div className={isLarge ? 'row copy copy-large' : 'row copy'}>
      {name && <span className="copy-name">{name}</span>}
      <span id={id} className={isHidden ? 'visually-hidden' : 'copy-value'}>
        {value}
      </span>
      {unit && <span className="copy-unit">{unit}</span>}
      <button type="button" className="button small" onClick={press} aria-describedby={id}>
        <CopyIcon />
        {isCopied ? copied : (action ?? copy)}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && copied}
      </span>
    </div>
  );
}

/** Selects the value when the browser forbids copying. */
function select(id: string): void {
  const place = document.getElementById(id);
  if (place) getSelection()?.selectAllChildren(place);
}

const CopyIcon = () => (
  <Icon>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
    <path d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3" />
  </Icon>
);
