import { Icon } from './icons';

export const PhoneIcon = () => (
  <Icon>
    <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
    <path d="M11 18.5h2" />
  </Icon>
);
export const CoinIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9.25" />
    <path d="M12 6.5v11M9 8.25h4.25a1.9 1.9 0 0 1 0 3.75H9h4.75a1.9 1.9 0 0 1 0 3.75H9" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon className="chevron">
    <path d="m7 10 5 5 5-5" />
  </Icon>
);
