import CircleX from 'lucide-react/icons/circle-x'
import Headset from 'lucide-react/icons/headset'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { isCancelling } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useSession } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { useAddressDeadline } from '../address-change/address-deadline.ts'
import { usePendingCancellation } from '../cancellation/use-pending-cancellation.ts'
import { CancelDialog, ChangeAddressDialog, TooLateDialog } from '../lazy-dialogs.ts'
import { getActionTarget } from '../order-links.ts'
import { HelpRow } from './help-row.tsx'
import styles from './order-help.module.css'
import { explainAddress, explainCancel, explainReport, explainWithdraw } from './possibilities.ts'

/** What can be done about an order: each possible, or grey with its reason. The time to do it ends while the page is open. */
export function OrderHelpRows({ order }: { order: Order }) {
  const texts = useTexts()
  const { text } = texts
  const session = useSession()
  const { contact } = useConfig().brand.addresses
  const [dialog, setDialog] = useState<'cancel' | 'address'>()
  const cancelDeadline = useAddressDeadline(texts, order.cancelUntil)
  const addressDeadline = useAddressDeadline(texts, order.addressChangeUntil)
  const pending = usePendingCancellation(order)
  const code = encodeURIComponent(order.superOrderCode)
  const close = () => setDialog(undefined)
  const isCustomerBusiness = session.status === 'signed-in' && isBusiness(session.claims)
  return (
    <>
      <ul className={styles.rows}>
        <HelpRow
          icon={CircleX}
          title={text(isCancelling(order) ? 'order.message.cancelling.heading' : 'order.cancel')}
          {...explainCancel(texts, order, cancelDeadline)}
          action={() => setDialog('cancel')}
        />
        <HelpRow
          icon={Pencil}
          title={text('order.address.change-title')}
          {...explainAddress(texts, order, addressDeadline)}
          action={() => setDialog('address')}
        />
        <HelpRow
          icon={MessageCircle}
          title={text('order.help.report')}
          {...explainReport(texts, order, Date.now())}
          action={getActionTarget(order.superOrderCode, { kind: 'report' })}
        />
        {!isCustomerBusiness && (
          <HelpRow
            icon={Undo2}
            title={text('order.help.withdraw')}
            {...explainWithdraw(texts, order, Date.now())}
            action={`/withdraw?order=${code}`}
          />
        )}
        <HelpRow
          icon={Headset}
          title={text('app.contact-customer-care')}
          isPossible
          fact={text('order.help.quote', { code: order.superOrderCode })}
          action={contact}
        />
      </ul>
      {dialog === 'cancel' && <CancelDialog order={order} deadline={cancelDeadline} onClose={close} />}
      {dialog === 'address' && (
        <ChangeAddressDialog order={order} deadline={addressDeadline} onClose={close} />
      )}
      {dialog === undefined && pending.refusal && (
        <TooLateDialog order={order} refusal={pending.refusal} onClose={pending.dismiss} />
      )}
    </>
  )
}
