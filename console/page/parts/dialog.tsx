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

interface EnteredDecision {
  reason: string;
  sum: string;
  isChecked: boolean;
  isBusy: boolean;
  error: unknown;
}

/** What was entered, with its rules. A failure keeps it. */
function useDecision({ money, onSubmit, onClose }: DecisionDialogProps) {
  const [entered, setEntered] = useState<EnteredDecision>({
    ...{ reason: '', sum: money ? fieldText(money.max, money.currency) : '' },
    ...{ isChecked: false, isBusy: false, error: undefined },
  });
  const change = (changed: Partial<EnteredDecision>): void => setEntered((before) => ({ ...before, ...changed }));
  const { reason, sum, isBusy } = entered;
  const amount = money ? parseMinorUnits(sum, money.currency) : 0;
  const isAmountWrong = money !== undefined && (amount === undefined || amount < 1 || amount > money.max);
  const isReasonWrong = reason.trim() === '';
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    change({ isChecked: true });
    if (isAmountWrong || isReasonWrong || isBusy) return;
    change({ isBusy: true, error: undefined });
    try {
      await onSubmit({ reason: reason.trim(), amount: amount ?? 0 });
      onClose();
    } catch (error) {
      change({ error, isBusy: false });
    }
  };
  return { entered, change, isAmountWrong, isReasonWrong, send };
}

/** Asks for a reason and, where money moves, for the amount. */
export function DecisionForm(props: DecisionDialogProps): ReactNode {
  const { common } = useTexts();
  const { title, help, submit, isDangerous = false, money, onClose } = props;
  const { entered, change, isAmountWrong, isReasonWrong, send } = useDecision(props);
  const { reason, sum, isChecked, isBusy, error } = entered;
  return (
    <Window {...{ title, onClose }}>
      <Form className="fields" validationBehavior="aria" onSubmit={(event) => void send(event)}>
        {help !== undefined && <div className="help">{help}</div>}
        {money && (
          <AmountField
            {...{ money, value: sum, isInvalid: isChecked && isAmountWrong }}
            onChange={(text) => change({ sum: text })}
          />
        )}
        <ReasonField
          {...{ value: reason, isInvalid: isChecked && isReasonWrong, isFirst: money === undefined }}
          onChange={(text) => change({ reason: text })}
        />
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

interface DecisionFieldProps {
  value: string;
  isInvalid: boolean;
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
      <FieldError>{payment.wrongAmount(moneyText(money.max, money.currency))}</FieldError>
    </TextField>
  );
}

function ReasonField({ isFirst, ...field }: DecisionFieldProps & { isFirst: boolean }): ReactNode {
  const { common } = useTexts();
  return (
    // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
    <TextField className="field" maxLength={MAX_REASON_LENGTH} isRequired autoFocus={isFirst} {...field}>
      <Label>{common.reason}</Label>
      <TextArea rows={2} />
      <Text slot="description" className="help">
        {common.reasonHelp}
      </Text>
      <FieldError>{common.reasonMissing}</FieldError>
    </TextField>
  );
}
