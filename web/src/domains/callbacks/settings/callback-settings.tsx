import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Callbacks, enableEndpoint } from '#contract/callbacks.ts'
import type { Customer } from '#contract/customers.ts'
import { useCustomerChanges } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { callbacksQuery } from '../callback-queries.ts'
import { TestResult } from '../log/event-details.tsx'
import { CallbackForm } from './callback-form.tsx'
import styles from './callback-settings.module.css'
import { SigningSecrets } from './signing-secrets.tsx'

/** Where and how the business is called back; beside it the result of a test and the secrets that sign. */
export function CallbackSettings({ callbacks, customer }: { callbacks: Callbacks; customer: Customer }) {
  const { text } = useTexts()
  const [test, setTest] = useState<{ id: string; at: number }>()
  useCustomerChanges()
  const [saves, setSaves] = useState(0)
  const isBlocked = customer.status === 'Blocked'
  return (
    <section className="ui-stack12 ui-above32" aria-labelledby="callbacks">
      <h2 id="callbacks">{text('callbacks.title')}</h2>
      {isBlocked && <AlertBanner kind="warning">{text('callbacks.blocked')}</AlertBanner>}
      <TurnedOffNotice endpoint={callbacks.endpoint} isBlocked={isBlocked} />
      <div className={styles.columns}>
        <CallbackForm
          // Opened anew by its own save only, never by one of another window.
          key={saves}
          onSaved={() => setSaves(saves + 1)}
          callbacks={callbacks}
          customer={customer}
          isBlocked={isBlocked}
          onTest={id => setTest({ id, at: Date.now() })}
        />
        <div className="ui-stack24 ui-narrow">
          {test && <TestResult key={test.id} id={test.id} requestedAt={test.at} />}
          {callbacks.endpoint && <SigningSecrets endpoint={callbacks.endpoint} isBlocked={isBlocked} />}
        </div>
      </div>
    </section>
  )
}

/** Says why callbacks were turned off, and by whom, and turns them on again. */
function TurnedOffNotice({ endpoint, isBlocked }: TurnedOffNoticeProps) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const turnOn = useMutation({
    mutationFn: () => call(enableEndpoint, { params: { id: 'default' } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: callbacksQuery.queryKey }),
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
        {endpoint.offReason === 'security' && endpoint.offBy
          ? text('callbacks.off.security-by', { date, device: endpoint.offBy })
          : text(`callbacks.off.${endpoint.offReason}`, { date })}
      </AlertBanner>
      {turnOn.isError && !isCancelled(turnOn.error) && (
        <AlertBanner kind="error">{text('settings.save-failed')}</AlertBanner>
      )}
    </>
  )
}

interface TurnedOffNoticeProps {
  endpoint: Callbacks['endpoint']
  isBlocked: boolean
}
