import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Info from 'lucide-react/icons/info'
import { findState } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { bold, Note } from '../details/note.tsx'
import { listProductNames } from '../product-name.ts'
import styles from './address-change.module.css'
import type { AddressDeadline } from './address-deadline.ts'

/** Until when the address can be changed, why it cannot, or the outcome of the last change. */
export function AddressNote({ order, deadline }: { order: Order; deadline: AddressDeadline | undefined }) {
  const { texts, text } = useTexts()
  const { last } = order.addressChange
  if (last?.state === 'requested' || last?.state === 'sent')
    return (
      <Note icon={Clock} tone="warning">
        {texts.rich('order.address.updating', { b: bold })}
      </Note>
    )
  return (
    <>
      {last?.state === 'refused' && (
        <Note icon={CircleX} tone="critical">
          {texts.rich('order.address.refused', {
            b: bold,
            reason: text(`order.address.refused.${last.refusal ?? 'other'}`),
          })}
        </Note>
      )}
      <ChangePossibility order={order} deadline={deadline} />
    </>
  )
}

/** Whether the address can still be changed, and if not, why; nothing for an order that is over. */
function ChangePossibility({ order, deadline }: { order: Order; deadline: AddressDeadline | undefined }) {
  const { text } = useTexts()
  switch (findAddressObstacle(order, deadline)) {
    case undefined:
      return <DeadlineNote order={order} deadline={deadline} />
    case 'pickup-point':
      return <Hint id="order.address.pickup-hint" />
    case 'too-late':
      return (
        <Note icon={Clock} tone="plain">
          {text('order.address.too-late')}
        </Note>
      )
    case 'unavailable':
      return <Hint id="order.address.unavailable" />
    case 'cancelling':
      return (
        <Note icon={Clock} tone="plain">
          {text('order.address.cancelling')}
        </Note>
      )
    case 'changing':
    case 'over':
      return null
  }
}

function Hint({ id }: { id: 'order.address.pickup-hint' | 'order.address.unavailable' }) {
  return (
    <Note icon={Info} tone="plain">
      <ContactText id={id} />
    </Note>
  )
}

/** Whether the button to change the address is shown. */
export const canChangeAddress = (order: Order, deadline: AddressDeadline | undefined): boolean =>
  findAddressObstacle(order, deadline) === undefined

type AddressObstacle = 'pickup-point' | 'too-late' | 'unavailable' | 'changing' | 'cancelling' | 'over'

/** Finds what prevents a change of the address now; undefined when nothing does. */
export function findAddressObstacle(
  order: Order,
  deadline: AddressDeadline | undefined,
): AddressObstacle | undefined {
  const { blockedBy, productCodes } = order.addressChange
  switch (blockedBy) {
    case undefined:
      return order.addressChangeUntil !== undefined && !deadline ? 'too-late' : undefined
    case 'deadline-passed':
      return 'too-late'
    case 'in-production':
      return findState(order.status) === 'in-production' ? 'too-late' : 'over'
    case 'pickup-point':
      return productCodes.length > 0 ? 'pickup-point' : 'over'
    case 'account-blocked':
    case 'not-available':
      return 'unavailable'
    case 'change-in-progress':
      return 'changing'
    case 'cancellation-in-progress':
      return 'cancelling'
    default:
      return 'over'
  }
}

function DeadlineNote({ order, deadline }: { order: Order; deadline: AddressDeadline | undefined }) {
  const texts = useTexts()
  const assortment = useAssortment()
  const { productCodes } = order.addressChange
  const namedProducts = order.products.filter(({ code }) => productCodes.includes(code))
  return (
    <Note icon={Clock} tone={deadline?.isUrgent ? 'warning' : 'plain'}>
      {deadline
        ? texts.rich('order.address.until', { b: bold, time: deadline.time })
        : texts.rich('order.address.possible', { b: bold })}
      {deadline?.timeLeft && (
        <>
          {' '}
          <span className="ui-nowrap">({deadline.timeLeft})</span>
        </>
      )}
      {namedProducts.length < order.products.length && (
        <p className={styles.small}>
          {texts.text('order.address.only-for', {
            products: listLabel(texts, listProductNames(namedProducts, assortment)),
          })}
        </p>
      )}
    </Note>
  )
}
