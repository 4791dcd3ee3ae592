import ChevronDown from 'lucide-react/icons/chevron-down'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useRef, useState } from 'react'
import type { DeliveryAddress } from '#contract/delivery-address.ts'
import type { Order } from '#contract/orders.ts'
import { formatAddressLines } from '#web/domains/addresses/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { announce } from '#web/ui/announcements.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toasts } from '#web/ui/toasts.ts'
import changes from '../address-change/address-change.module.css'
import { useAddressDeadline } from '../address-change/address-deadline.ts'
import { AddressNote, canChangeAddress } from '../address-change/address-note.tsx'
import { ChangeAddressDialog } from '../lazy-dialogs.ts'
import styles from './order-details.module.css'
import sections from './order-section.module.css'

/** Where the order goes, with the type of delivery, and how to change that. */
export function DeliveryAddressBlock({ order, address }: { order: Order; address: DeliveryAddress }) {
  const { texts, text } = useTexts()
  const [isEditing, setEditing] = useState(false)
  const deadline = useAddressDeadline(texts, order.addressChangeUntil)
  useAddressOutcome(order)
  const { last } = order.addressChange
  const isChanging = address.type === 'ChangeInProgress'
  return (
    <section aria-labelledby="order-address" className={sections.section}>
      <div className={classes('ui-row8 ui-above24', sections.title)}>
        <h2 id="order-address">{text('order.address')}</h2>
        <span className={sections.end}>
          <Chip small tone={isChanging ? 'warning' : 'neutral'}>
            {text(LABEL_BY_TYPE[address.type])}
          </Chip>
        </span>
      </div>
      <address className={classes('ui-stack ui-quiet', styles.lines)}>
        {formatAddressLines(texts, address).map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <AddressNote order={order} deadline={deadline} />
      {canChangeAddress(order, deadline) && (
        <Button variant="line" icon={Pencil} className={changes.button} onClick={() => setEditing(true)}>
          {text(last?.state === 'refused' ? 'action.try-again' : 'order.address.change')}
        </Button>
      )}
      {isChanging && last && (
        <details open className={classes('ui-above12 ui-screen-only', changes.previous)}>
          <summary className={classes('ui-row', changes.summary)}>
            <Icon of={ChevronDown} size={16} />
            {text('order.address.previous')}
          </summary>
          <address className={changes.small}>
            {formatAddressLines(texts, last.previousAddress, { compact: true }).slice(0, -1).join(', ')}
          </address>
        </details>
      )}
      {isEditing && (
        <ChangeAddressDialog order={order} deadline={deadline} onClose={() => setEditing(false)} />
      )}
    </section>
  )
}

const LABEL_BY_TYPE = {
  Home: 'order.address.home',
  PickupPoint: 'order.address.pickup-point',
  ChangeInProgress: 'order.address.change-in-progress',
} as const

/** Reports that a change that was in progress on this page is applied or refused. */
function useAddressOutcome({ superOrderCode: code, addressChange: { last } }: Order): void {
  const { text } = useTexts()
  const pendingChangeId = useRef<string>(undefined)
  useEffect(() => {
    const isPending = last?.state === 'requested' || last?.state === 'sent'
    const wasPending = last !== undefined && pendingChangeId.current === last.changeId
    pendingChangeId.current = isPending ? last.changeId : undefined
    if (isPending || !wasPending) return
    if (last.state === 'applied')
      toasts.add({ subject: `address of ${code}`, text: text('order.address.changed'), place: 'top' })
    else announce(text(`order.address.refused.${last.refusal ?? 'other'}`))
  }, [last, code, text])
}
