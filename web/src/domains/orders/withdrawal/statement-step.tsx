import { checkInput } from '#contract/input/field-issues.ts'
import { WITHDRAWAL_NAME_MAX, withdrawalSenderForm } from '#contract/input/withdrawal.ts'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { fullDayLabel, orderDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ProductTitle } from '../product-facts.tsx'
import { ProductPicture } from '../product-picture.tsx'
import styles from './withdrawal-dialog.module.css'
import { findShownRule, type WithdrawalRule } from './withdrawal-rule.ts'

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
  const { texts, text } = useTexts()
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
      <Form id={formId} form={form} className="ui-stack16">
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
  if (field === 'email') return text('sign-in.email-invalid')
  return issue === 'too-long'
    ? text('form.too-long', { field: label, max: WITHDRAWAL_NAME_MAX })
    : text('form.missing', { field: label })
}

/** The products of the order; those that cannot be withdrawn from say why, and cannot be chosen. */
function ProductChoice({ order, chosen, onChange }: ProductChoiceProps) {
  const texts = useTexts()
  const assortment = useAssortment()
  const currency = order.total?.currency ?? assortment.currency
  return (
    <ul className={styles.products}>
      {order.products.map(product => {
        const { code, price, picture } = product
        const rule = findShownRule(order, product, Date.now())
        const isChosen = chosen.includes(code)
        // A product whose period ended while it was chosen stays chosen: the statement is accepted and marked as late.
        const isPossible = rule?.kind === 'open' || isChosen
        return (
          <li key={code} className={classes('ui-ruled', styles.product, !isPossible && styles.excluded)}>
            <Checkbox
              checked={isChosen}
              disabled={!isPossible}
              onChange={isNowChosen =>
                onChange(isNowChosen ? [...chosen, code] : chosen.filter(each => each !== code))
              }
            >
              <ProductPicture picture={picture} className={styles.picture} />
              <span className="ui-stack ui-fill">
                <span className={classes('ui-strong ui-breaks', styles.title)}>
                  <ProductTitle product={product} />
                </span>
                <span className="ui-note">{formatRule(texts, rule)}</span>
              </span>
              {price !== undefined && currency && (
                <span className={classes('ui-nowrap', styles.price)}>
                  {priceLabel(texts, price, currency)}
                </span>
              )}
            </Checkbox>
          </li>
        )
      })}
    </ul>
  )
}

interface ProductChoiceProps {
  order: Order
  chosen: readonly string[]
  onChange: (productCodes: readonly string[]) => void
}

function formatRule(texts: Texts, rule: WithdrawalRule | undefined): string | undefined {
  const { text } = texts
  switch (rule?.kind) {
    case 'open':
      return rule.lastDay === undefined
        ? text('withdrawal.product.before-delivery')
        : text('withdrawal.until', { date: fullDayLabel(texts, rule.lastDay) })
    case 'excluded':
      return text(`withdrawal.product.excluded.${rule.exclusion}`)
    case 'ended':
      return text('withdrawal.product.ended', { date: fullDayLabel(texts, rule.lastDay) })
    case 'withdrawn':
      return text('withdrawal.product.done', {
        date: orderDayLabel(texts, rule.withdrawal.submittedAt, 'day', { year: 'always' }),
      })
    default:
      return undefined
  }
}
