import { readableTexts } from '../../parts/readable-name';

export const changes = {
  before: 'Before',
  after: 'After',
  names: {
    ...readableTexts('name settings connector secret role roles currency'),
    realm: 'Money',
    email: 'E-mail',
    commandLimit: 'For one command',
    dailyLimit: 'For a day',
  },
  field: 'Field',
  isCreated: 'is created',
  isChanged: 'is changed',
  newSecret: 'a new value, which is shown to no one',
  dryRun: (days: number, payments: number, moved: number) =>
    `Payments of ${days} d: ${payments} compared, ${moved} would go to another account`,
  isCut: 'There are more payments than were compared.',
  noRoute: 'no route',
  rejectedBy: (rule: string) => `Rule ${rule} would apply to`,
  paid: (sum: string) => `of these paid ${sum}`,
};
