export const ADMONITION_TITLES: Record<string, string> = {
  note: 'Примечание',
  tip: 'Подсказка',
  info: 'К сведению',
  warning: 'Внимание',
  caution: 'Внимание',
  danger: 'Осторожно',
};
