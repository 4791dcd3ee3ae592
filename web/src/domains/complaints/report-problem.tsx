import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Send from 'lucide-react/icons/send'
import { useId, useState } from 'react'
import { COMPLAINT_WISHES, type ComplaintReason } from '#contract/complaint.ts'
import { COMPLAINT_BLOCKERS } from '#contract/complaint-rules.ts'
import { COMPLAINT_ATTACHMENTS_MAX, putComplaint } from '#contract/complaints.ts'
import { COMPLAINT_TEXT_MAX, COMPLAINT_TEXT_MIN, countCharacters } from '#contract/input/complaint.ts'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import { formatAddressLines } from '#web/domains/addresses/index.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import {
  cachedOrdersQuery,
  listProductNames,
  orderQuery,
  useOrderChanges,
} from '#web/domains/orders/index.ts'
import type { Draft } from '#web/platform/forms/drafts.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { ReportAbout } from './report-about.tsx'
import { type ReportDraft, readReportDraft, writeReportDraft } from './report-draft.ts'
import { toReportHash } from './report-hash.ts'
import { useReportPhotos } from './report-photos.ts'
import styles from './report-problem.module.css'
import { listNotArrived, listReportable } from './reportable-products.ts'
import { useSendWithPhotos } from './use-send-with-photos.tsx'

/**
 * Reports a problem with products of an order in two steps. What was entered, and the photos, survive a reload and a
 * sign-in: they are kept on the device until the report is sent.
 */
export function ReportProblem({ code, reason }: ReportProblemProps) {
  useOrderChanges(code)
  useAssortment()
  const { text } = useTexts()
  const query = useQuery(orderQuery(code))
  const { data: cachedOrders } = useQuery(cachedOrdersQuery)
  const order = cachedOrders.get(code)?.order
  return (
    <>
      <PageHeading
        title={text('complaint.title')}
        back={{ to: `/orders/${encodeURIComponent(code)}`, label: text('order.title', { code }) }}
      />
      {order && <Steps order={order} reason={reason} />}
      {!order && query.isPending && <Skeleton height={240} />}
      {!order && query.isError && <LoadFailed retry={query.refetch} id="order.load-failed" />}
    </>
  )
}

interface ReportProblemProps {
  code: string
  /** What is chosen at first. */
  reason?: ComplaintReason | undefined
}

function Steps({ order, reason }: { order: Order; reason: ComplaintReason | undefined }) {
  const texts = useTexts()
  const draft = useDraft(`complaint ${order.superOrderCode}`)
  const reportable = listReportable(order, texts.timeZone)
  const possible = reportable.filter(({ block }) => block === undefined)
  const [report, setReport] = useState(() => {
    const productCodes =
      possible.length === 1
        ? [possible[0]!.product.code]
        : reason === 'not-arrived'
          ? listNotArrived(order, possible, texts.timeZone)
          : []
    return readReportDraft(draft, { productCodes, reason })
  })
  const change = (values: Partial<ReportDraft>) =>
    setReport(before => {
      const after = { ...before, ...values }
      writeReportDraft(draft, after)
      return after
    })
  if (possible.length === 0)
    return (
      <AlertBanner kind="info">
        <p>{texts.text('complaint.blocked.none')}</p>
        {reportable[0]?.block && <p>{texts.text(`complaint.blocked.${reportable[0].block}`)}</p>}
      </AlertBanner>
    )
  return (
    <div className={styles.page}>
      {report.step === 1 ? (
        <ReportAbout order={order} reportable={reportable} report={report} onChange={change} />
      ) : (
        <ReportDetails order={order} report={report} draft={draft} onChange={change} />
      )}
    </div>
  )
}

/** The second step: what happened, photos, and what the customer would like. */
function ReportDetails({ order, report, draft, onChange: onChanged }: ReportDetailsProps) {
  const { texts, text } = useTexts()
  const assortment = useAssortment()
  const navigate = useNavigate()
  const textId = useId()
  const hintId = useId()
  const { complaintId, productCodes, reason, wish } = report
  const { photos, items } = useReportPhotos(complaintId, {
    max: COMPLAINT_ATTACHMENTS_MAX,
    stored: report.photos,
    onStored: stored => onChanged({ photos: stored }),
  })
  const [problem, setProblem] = useState<string>()
  const onChange = (values: Partial<ReportDraft>) => {
    setProblem(undefined)
    onChanged(values)
  }
  const length = countCharacters(report.text.trim())
  const running = items.filter(({ state }) => state === 'sending').length
  const products = order.products.filter(({ code }) => productCodes.includes(code))

  const hints = describeWishes(texts, order, products)

  const openOrder = (hash?: string) =>
    navigate({ to: PATHS.order, params: { orderCode: order.superOrderCode }, ...(hash && { hash }) })
  const { isSending, start, question } = useSendWithPhotos(photos, async attachmentIds => {
    try {
      const body = { ...entered(), attachmentIds }
      await call(putComplaint, { params: { complaintId }, body })
      await photos.forget()
      draft.remove()
      toasts.add({ subject: `complaint ${complaintId}`, text: text('complaint.sent'), place: 'top' })
      await openOrder()
    } catch (error) {
      await onFailure(error)
    }
  })
  const entered = () => ({
    orderCode: order.superOrderCode,
    productCodes,
    reason: reason!,
    text: report.text,
    wish: wish!,
  })
  const send = () => {
    const found = findProblem()
    setProblem(found)
    if (found === undefined) void start()
  }
  const findProblem = () => {
    if (length < COMPLAINT_TEXT_MIN) return text('complaint.at-least', { min: COMPLAINT_TEXT_MIN })
    if (length > COMPLAINT_TEXT_MAX) return text('complaint.too-long', { max: COMPLAINT_TEXT_MAX })
    return wish && reason ? undefined : text('complaint.error.wish')
  }
  const openFirst = (firstId: string | undefined) => {
    toasts.add({ subject: `complaint ${complaintId}`, text: text('complaint.already-open'), place: 'top' })
    draft.remove()
    return openOrder(toReportHash(firstId))
  }
  const onFailure = async (error: unknown) => {
    const blocker = error instanceof HttpFailure && COMPLAINT_BLOCKERS.find(each => each === error.reason)
    if (blocker) return setProblem(text(`complaint.blocked.${blocker}`))
    if (error instanceof HttpFailure && error.reason === 'already-open')
      return openFirst(error.fields?.complaintId)
    // Sent before with other words: its answer was lost.
    if (error instanceof HttpFailure && error.reason === 'conflict') return openFirst(complaintId)
    // The service forgets photos that are not sent for a day.
    if (error instanceof HttpFailure && error.reason === 'not-ready') photos.sendAgain(true)
    else reportFailure(error)
    setProblem(text('complaint.failed'))
  }

  return (
    <>
      <p className={classes('ui-quiet', styles.step)}>
        <strong>{text('complaint.step', { step: 2 })}</strong>{' '}
        {[
          listLabel(texts, listProductNames(products, assortment)),
          reason && text(`complaint.reason.${reason}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <label htmlFor={textId} className={styles.label}>
        {text('complaint.what-happened')}
      </label>
      <textarea
        id={textId}
        rows={4}
        value={report.text}
        readOnly={isSending}
        aria-describedby={hintId}
        className={styles.area}
        onChange={({ currentTarget: { value } }) => onChange({ text: value })}
      />
      <p id={hintId} className={classes('ui-line16 ui-note ui-between', styles.notes)}>
        <span>{text('complaint.at-least', { min: COMPLAINT_TEXT_MIN })}</span>
        <span>{text('complaint.count', { count: length, max: COMPLAINT_TEXT_MAX })}</span>
      </p>
      <PhotoPicker photos={photos} items={items} isDisabled={isSending} />
      <h2 className={styles.label}>{text('complaint.wish')}</h2>
      <RadioCards
        label={text('complaint.wish')}
        name="wish"
        value={wish}
        disabled={isSending}
        options={COMPLAINT_WISHES.map(id => ({
          id,
          title: text(`complaint.wish.${id}`),
          text: hints[id] ?? text(`complaint.wish-hint.${id}`),
        }))}
        onChange={id => onChange({ wish: COMPLAINT_WISHES.find(each => each === id) })}
      />
      <p role="status" className={classes('ui-line16 ui-note ui-between', styles.notes)}>
        {isSending && running > 0 && text('complaint.sending-photos', { count: running })}
      </p>
      {problem && (
        <div className="ui-above16">
          <AlertBanner kind="error">{problem}</AlertBanner>
        </div>
      )}
      <FormActions>
        <Button variant="primary" icon={Send} pending={isSending} onClick={send}>
          {text('complaint.send')}
        </Button>
        <Button disabled={isSending} onClick={() => onChange({ step: 1 })}>
          {text('withdrawal.back')}
        </Button>
      </FormActions>
      {question}
    </>
  )
}

/** Describes what a wish would bring, as far as the order tells. */
function describeWishes(
  texts: Texts,
  { total, deliveryAddress }: Order,
  products: readonly OrderedProduct[],
) {
  const { text } = texts
  const lines = deliveryAddress ? formatAddressLines(texts, deliveryAddress, { compact: true }) : []
  // Without name and country.
  const address = lines.slice(1, -1)
  const prices = products.reduce((sum, { price = 0 }) => sum + price, 0)
  const amount = Math.min(prices, total?.amount ?? 0)
  return {
    reprint:
      address.length > 0
        ? text('complaint.wish-hint.reprint-address', { address: address.join(', ') })
        : undefined,
    refund:
      amount > 0 && total
        ? text('complaint.wish-hint.refund-amount', { amount: priceLabel(texts, amount, total.currency) })
        : undefined,
    any: undefined,
  }
}

interface ReportDetailsProps {
  order: Order
  report: ReportDraft
  draft: Draft
  onChange: (values: Partial<ReportDraft>) => void
}
