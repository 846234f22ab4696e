export const history = {
  title: 'История',
  empty: 'Событий нет.',
};
