import { useState, type ReactNode } from 'react';
import {
  Dialog,
  FieldError,
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
import type { AskedText, DecisionDialogProps } from './decision';
import { DialogForm } from './dialog-form';

interface WindowProps {
  title: string;
  /** Whether a press outside closes it. */
  isDismissable?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Window({ title, isDismissable = true, onClose, children }: WindowProps): ReactNode {
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable}
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="overlay"
    >
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Asks for a reason and, where money moves, for the amount. */
export function DecisionForm(props: DecisionDialogProps): ReactNode {
  const { title, help, submit, isDangerous = false, money, asks, onSubmit, onClose } = props;
  const [reason, setReason] = useState('');
  const [sum, setSum] = useState(() => (money ? fieldText(money.max, money.currency) : ''));
  const [isChecked, setChecked] = useState(false);
  const amount = money ? parseMinorUnits(sum, money.currency) : 0;
  const isAmountWrong = money !== undefined && (amount === undefined || amount < 1 || amount > money.max);
  const isReasonWrong = reason.trim() === '';
  const send = async (): Promise<void> => {
    setChecked(true);
    if (isAmountWrong || isReasonWrong) return;
    await onSubmit({ reason: reason.trim(), amount: amount ?? 0 });
    onClose();
  };
  return (
    <Window {...{ title, onClose }}>
      <DialogForm {...{ submit, isDangerous }} onSubmit={send} onCancel={onClose}>
        {help !== undefined && <div className="help">{help}</div>}
        {money && <AmountField {...{ money, value: sum, isInvalid: isChecked && isAmountWrong }} onChange={setSum} />}
        <ReasonField
          {...{ asks, value: reason, isInvalid: isChecked && isReasonWrong, isFirst: money === undefined }}
          onChange={setReason}
        />
      </DialogForm>
    </Window>
  );
}

interface DecisionFieldProps {
  value: string;
  isInvalid?: boolean;
  onChange: (text: string) => void;
}

interface AmountFieldProps extends DecisionFieldProps {
  money: { currency: string; max: number };
}

function AmountField({ money, ...field }: AmountFieldProps): ReactNode {
  const { common, payment } = useTexts();
  return (
    // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
    <TextField className="field" autoFocus {...field}>
      <Label>{`${common.amount}, ${money.currency}`}</Label>
      <Input inputMode="decimal" autoComplete="off" />
      <FieldError className="field-error">{payment.wrongAmount(moneyText(money.max, money.currency))}</FieldError>
    </TextField>
  );
}

interface ReasonFieldProps extends DecisionFieldProps {
  asks?: AskedText | undefined;
  /** Whether the form opens with it. */
  isFirst?: boolean;
}

export function ReasonField({ asks, isFirst = false, ...field }: ReasonFieldProps): ReactNode {
  const { common } = useTexts();
  const reason = { label: common.reason, help: common.reasonHelp, missing: common.reasonMissing };
  const { label, help, missing, maxLength, rows } = asks ?? { ...reason, maxLength: 200, rows: 2 };
  return (
    // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
    <TextField className="field" maxLength={maxLength} isRequired autoFocus={isFirst} {...field}>
      <Label>{label}</Label>
      <TextArea rows={rows} />
      <Text slot="description" className="help">
        {help}
      </Text>
      <FieldError className="field-error">{missing}</FieldError>
    </TextField>
  );
}
