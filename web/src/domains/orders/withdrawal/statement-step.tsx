import { checkInput } from '#contract/input/field-issues.ts'
import { WITHDRAWAL_NAME_MAX, withdrawalSenderForm } from '#contract/input/withdrawal.ts'
import type { Order } from '#contract/orders.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ProductChoice } from './product-choice.tsx'
import styles from './withdrawal-dialog.module.css'

/** The first step of a withdrawal: products, name and address. Its form is another one each time the customer comes back to it. */
export function StatementStep({
  order,
  formId,
  productCodes,
  sender,
  onProductCodes,
  onMissing,
  onEntered,
}: StatementStepProps) {
  const texts = useTexts()
  const { text } = texts
  const form = useForm({
    check: values => {
      const result = checkInput(withdrawalSenderForm, values, 'form')
      const isMissing = productCodes.length === 0
      onMissing(isMissing)
      return isMissing ? { issues: result.issues ?? {} } : result
    },
    submit: async entered => onEntered(entered),
    message: (field, issue) => getFieldMessage(texts, field, issue),
  })
  return (
    <>
      <p>{text('withdrawal.choose')}</p>
      <ProductChoice order={order} chosen={productCodes} onChange={onProductCodes} />
      <Form id={formId} form={form} className={styles.form}>
        <TextField
          name="name"
          label={text('withdrawal.name')}
          defaultValue={sender.name}
          autoComplete="name"
          spellCheck="false"
        />
        <TextField
          name="email"
          label={text('withdrawal.recipient')}
          hint={text('withdrawal.recipient.hint')}
          type="email"
          defaultValue={sender.email}
          autoComplete="email"
          spellCheck="false"
        />
      </Form>
    </>
  )
}

/** Who withdraws, and where the receipt is sent. */
export interface Sender {
  name: string
  email: string
}

interface StatementStepProps {
  order: Order
  formId: string
  productCodes: readonly string[]
  sender: Sender
  onProductCodes: (codes: readonly string[]) => void
  /** Whether no product was chosen. */
  onMissing: (isMissing: boolean) => void
  onEntered: (sender: Sender) => void
}

function getFieldMessage({ text }: Texts, field: string, issue: string): string {
  const label = text('withdrawal.name')
  if (field === 'email') return text('settings.email.not-valid')
  return issue === 'too-long'
    ? text('form.too-long', { field: label, max: WITHDRAWAL_NAME_MAX })
    : text('form.missing', { field: label })
}
