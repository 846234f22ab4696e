import { Icon } from './icons';

export const BankIcon = () => (
  <Icon>
    <path d="M3.5 9.5 12 4l8.5 5.5zM5.5 9.5v8M10 9.5v8M14 9.5v8M18.5 9.5v8M3.5 20h17" />
  </Icon>
);
export const WalletIcon = () => (
  <Icon>
    <path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5H20V8H4.5" />
    <path d="M16.5 13.75h.1" />
  </Icon>
);
export const TerminalIcon = () => (
  <Icon>
    <rect x="5" y="2.75" width="14" height="18.5" rx="2" />
    <path d="M8 6.25h8v4H8zM8.5 14h.1M12 14h.1M15.5 14h.1M8.5 17.5h.1M12 17.5h.1M15.5 17.5h.1" />
  </Icon>
);
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
export const CopyIcon = () => (
  <Icon>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
    <path d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon className="chevron">
    <path d="m7 10 5 5 5-5" />
  </Icon>
);
