import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import Image from 'lucide-react/icons/image'
import MessageCircle from 'lucide-react/icons/message-circle'
import PackageOpen from 'lucide-react/icons/package-open'
import PackageX from 'lucide-react/icons/package-x'
import Repeat from 'lucide-react/icons/repeat'
import Truck from 'lucide-react/icons/truck'
import { useState } from 'react'
import { COMPLAINT_REASONS, type ComplaintReason } from '#contract/complaint.ts'
import { findComplaintBlock } from '#contract/complaint-rules.ts'
import type { Order } from '#contract/orders.ts'
import { ProductPicture, ProductTitle } from '#web/domains/orders/index.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import type { ReportDraft } from './report-draft.ts'
import styles from './report-problem.module.css'
import type { ReportableProduct } from './reportable-products.ts'

/** The first step: which products, and what went wrong. */
export function ReportAbout({ order, reportable, report, onChange: onChanged }: ReportAboutProps) {
  const { texts, text } = useTexts()
  const [problem, setProblem] = useState<string>()
  const { productCodes, reason } = report
  const onChange = (values: Partial<ReportDraft>) => {
    setProblem(undefined)
    onChanged(values)
  }
  const possibleCodes = reportable.filter(({ block }) => !block).map(({ product }) => product.code)
  const chosenCodes = productCodes.filter(code => possibleCodes.includes(code))
  const currency = order.total?.currency
  const moment = { reason, now: Date.now(), timeZone: texts.timeZone ?? 'UTC' }
  const goOn = () => {
    if (chosenCodes.length === 0) return setProblem(text('complaint.error.products'))
    if (!reason) return setProblem(text('complaint.error.reason'))
    const block = chosenCodes.map(code => findComplaintBlock(order, code, moment)).find(Boolean)
    if (block) return setProblem(text(`complaint.blocked.${block}`))
    onChange({ step: 2, productCodes: chosenCodes })
  }
  return (
    <>
      <p className={classes('ui-quiet', styles.step)}>
        <strong>{text('complaint.step', { step: 1 })}</strong> {text('complaint.about')}
      </p>
      <h2 id="complaint-products" className="ui-above24 ui-below8">
        {text('withdrawal.products')}
      </h2>
      <ul aria-labelledby="complaint-products" className="ui-ruled">
        {reportable.map(({ product, block }) => (
          <li key={product.code} className={styles.product}>
            <Checkbox
              checked={chosenCodes.includes(product.code)}
              disabled={block !== undefined}
              onChange={isChosen =>
                onChange({
                  productCodes: isChosen
                    ? [...chosenCodes, product.code]
                    : chosenCodes.filter(code => code !== product.code),
                })
              }
            >
              <ProductPicture picture={product.picture} className={styles.picture} />
              <span className="ui-stack ui-narrow ui-breaks">
                <span className="ui-medium">
                  <ProductTitle product={product} />
                </span>
                {product.description && (
                  <span className={classes('ui-note', styles.hint)}>{product.description}</span>
                )}
                {product.price !== undefined && currency && (
                  <span className={classes('ui-note', styles.hint)}>
                    {priceLabel(texts, product.price, currency)}
                  </span>
                )}
                {block && (
                  <span className={classes('ui-note', styles.hint)}>
                    {text(`complaint.blocked.${block}`)}
                  </span>
                )}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <h2 className="ui-above24 ui-below8">{text('complaint.what-went-wrong')}</h2>
      <RadioCards
        label={text('complaint.what-went-wrong')}
        name="reason"
        value={reason}
        options={COMPLAINT_REASONS.map(id => ({
          id,
          title: text(`complaint.reason.${id}`),
          text: text(`complaint.reason-hint.${id}`),
          icon: REASON_ICONS[id],
        }))}
        onChange={id => onChange({ reason: id as ComplaintReason })}
      />
      {problem && (
        <div className="ui-above16">
          <AlertBanner kind="error">{problem}</AlertBanner>
        </div>
      )}
      <FormActions>
        <Button variant="primary" onClick={goOn}>
          {text('action.continue')}
        </Button>
        <Link to={PATHS.order} params={{ orderCode: order.superOrderCode }} className={buttonClass()}>
          {text('action.cancel')}
        </Link>
      </FormActions>
    </>
  )
}

const REASON_ICONS: Record<ComplaintReason, LucideIcon> = {
  damaged: PackageX,
  quality: Image,
  'wrong-product': Repeat,
  'missing-part': PackageOpen,
  'not-arrived': Truck,
  other: MessageCircle,
}

export interface ReportAboutProps {
  order: Order
  reportable: readonly ReportableProduct[]
  report: ReportDraft
  onChange: (values: Partial<ReportDraft>) => void
}
