import { useMutation } from '@tanstack/react-query'
import type { Callbacks } from '#contract/callbacks.ts'
import type { Customer } from '#contract/customers.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSaveCallbacks } from './use-save-callbacks.ts'

/** Says that callbacks were turned off because they failed, and turns them on again. */
export function TurnedOffNotice({ endpoint, customer, isBlocked }: TurnedOffNoticeProps) {
  const texts = useTexts()
  const { text } = texts
  const save = useSaveCallbacks(customer)
  const turnOn = useMutation({
    mutationFn: () => save(customer.ftp!),
    onError: error => reportFailure(error),
  })
  if (!endpoint?.offReason || !endpoint.offAt) return null
  const date = instantLabel(texts, endpoint.offAt, 'day')
  return (
    <>
      <AlertBanner
        kind="warning"
        action={
          !isBlocked && (
            <Button variant="line" size="small" pending={turnOn.isPending} onClick={() => turnOn.mutate()}>
              {text('callbacks.turn-on')}
            </Button>
          )
        }
      >
        {text(`callbacks.off.${endpoint.offReason}`, { date })}
      </AlertBanner>
      {turnOn.isError && !isCancelled(turnOn.error) && (
        <AlertBanner kind="error">{text('settings.save-failed')}</AlertBanner>
      )}
    </>
  )
}

interface TurnedOffNoticeProps {
  endpoint: Callbacks['endpoint']
  customer: Customer
  isBlocked: boolean
}
