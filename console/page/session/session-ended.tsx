import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../texts/texts';
import { SignInForm, type SignInFormProps } from './sign-in-form';

/** Stands above the page until the person has signed in again. */
export function SessionEnded(props: SignInFormProps): ReactNode {
  const texts = useTexts();
  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled className="overlay">
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">{texts.signIn.ended}</Heading>
          <p>{texts.signIn.endedHelp}</p>
          <SignInForm {...props} isAbovePage />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
