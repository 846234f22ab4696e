import { useState, type FormEvent, type ReactNode } from 'react';
import {
  Dialog,
  FieldError,
  Form,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';
import { useTexts } from '../texts/texts';
import { fieldText, moneyText, parseMinorUnits } from './format';
import type { DecisionDialogProps } from './decision';
import { ErrorText } from './states';

const MAX_REASON_LENGTH = 200;

export function Window(props: { title: string; onClose: () => void; children: ReactNode }): ReactNode {
  const { title, onClose, children } = props;
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => isOpen || onClose()} className="overlay">
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Asks for a reason and, where money moves, for the amount. A failure keeps what was entered. */
// eslint-disable-next-line max-lines-per-function -- one form
export function DecisionForm(props: DecisionDialogProps): ReactNode {
  const { common, payment } = useTexts();
  const { title, help, submit, isDangerous = false, money, onSubmit, onClose } = props;
  const [reason, setReason] = useState('');
  const [sum, setSum] = useState(money ? fieldText(money.max, money.currency) : '');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const amount = money ? parseMinorUnits(sum, money.currency) : 0;
  const isAmountWrong = money !== undefined && (amount === undefined || amount < 1 || amount > money.max);
  const isReasonWrong = reason.trim() === '';
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (isAmountWrong || isReasonWrong || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit({ reason: reason.trim(), amount: amount ?? 0 });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Window {...{ title, onClose }}>
      <Form className="fields" validationBehavior="aria" onSubmit={(event) => void send(event)}>
        {help !== undefined && <div className="help">{help}</div>}
        {money && (
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
          <TextField autoFocus className="field" value={sum} onChange={setSum} isInvalid={isChecked && isAmountWrong}>
            <Label>{`${common.amount}, ${money.currency}`}</Label>
            <Input inputMode="decimal" autoComplete="off" />
            <FieldError>{payment.wrongAmount(moneyText(money.max, money.currency))}</FieldError>
          </TextField>
        )}
        <TextField
          className="field"
          value={reason}
          onChange={setReason}
          isInvalid={isChecked && isReasonWrong}
          maxLength={MAX_REASON_LENGTH}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
          autoFocus={money === undefined}
          isRequired
        >
          <Label>{common.reason}</Label>
          <TextArea rows={2} />
          <Text slot="description" className="help">
            {common.reasonHelp}
          </Text>
          <FieldError>{common.reasonMissing}</FieldError>
        </TextField>
        {error !== undefined && (
          <div role="alert" className="notice danger">
            <ErrorText error={error} />
          </div>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" className={`button ${isDangerous ? 'dangerous' : 'primary'}`} disabled={isBusy}>
            {submit}
          </button>
        </div>
      </Form>
    </Window>
  );
}
