export const changes = {
  before: 'Before',
  after: 'After',
  field: 'Field',
  isCreated: 'is created',
  isChanged: 'is changed',
  newSecret: 'a new value, which is shown to no one',
  dryRun: (payments: number, moved: number) =>
    `Yesterday’s payments: ${payments} compared, ${moved} would go to another account`,
  isCut: 'There are more payments than were compared.',
  noRoute: 'no route',
  fee: 'Fee',
};
