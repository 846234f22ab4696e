import { describeEnvironment } from '../testing/describe-environment';
import { tbankEnvironment } from './testing/tbank-environment';
import { TBankStandIn } from './testing/tbank-stand-in';

describeEnvironment(tbankEnvironment, async () => {
  const standIn = new TBankStandIn();
  return {
    url: await standIn.start(),
    /** The payer confirms the card at its bank, which sends the browser back with a form. */
    confirm: async (_, page, receive) => {
      const form = page.requestType === 'BrowserPostRequest' ? page.form : [];
      const { MD = '', TermUrl = '' } = Object.fromEntries(form.map(({ key, template }) => [key, template]));
      const body = new URLSearchParams({ MD, PaRes: 'confirmed' }).toString();
      await receive({ query: new URL(TermUrl).search.slice(1), body });
    },
    stop: () => standIn.stop(),
  };
});
