interface IconProps {
  name: keyof typeof PATHS;
}

const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  sun: 'M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6l1.5 1.5m9.8 9.8l1.5 1.5m0-12.8l-1.5 1.5m-9.8 9.8l-1.5 1.5M12 8a4 4 0 100 8 4 4 0 000-8z',
  moon: 'M20 14.5A8 8 0 019.5 4a8 8 0 1010.5 10.5z',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zm5 12l4.5 4.5',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  external: 'M14 4h6v6m0-6l-9 9M18 14v6H4V6h6',
  chevron: 'M6 9l6 6 6-6',
  download: 'M12 4v11m-5-5l5 5 5-5M5 20h14',
} as const;

export function Icon({ name }: IconProps) {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
