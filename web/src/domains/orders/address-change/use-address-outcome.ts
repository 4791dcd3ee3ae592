import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { announce } from '#web/ui/announcements.ts'
import { toasts } from '#web/ui/toasts.ts'

/** Reports that a change that was in progress on this page is applied or refused. */
export function useAddressOutcome({ superOrderCode: code, addressChange: { last } }: Order): void {
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
