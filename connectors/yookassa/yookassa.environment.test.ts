import { describeEnvironment } from '../testing/describe-environment';
import { yookassaEnvironment } from './testing/yookassa-environment';
import { YooKassaStandIn } from './testing/yookassa-stand-in';

describeEnvironment(yookassaEnvironment, async () => {
  const standIn = new YooKassaStandIn();
  const { book, problems } = standIn;
  return {
    url: await standIn.start(),
    confirm: (operationID) => book.authorise(book.find(operationID)?.id ?? ''),
    problems,
    stop: () => standIn.stop(),
  };
});
