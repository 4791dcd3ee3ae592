import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRecovery, stopRecovery } from '#contract/recovery.ts'
import { reloadSecurity } from '#web/domains/security/index.ts'
import { call } from '#web/platform/http/call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from './shell-banner.module.css'

/**
 * A new password by mail that waits, which any signed-in device can stop (NX-364). It follows what other devices request
 * and stop while the page is open.
 */
export function RecoveryBanner() {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const { data } = useQuery(recoveryQuery)
  useLibraryPush(({ type }) => {
    if (type === 'recovery-changed' || type === 'ready')
      void queries.invalidateQueries({ queryKey: recoveryQuery.queryKey })
  })
  const stopping = useMutation({
    mutationFn: () => call(stopRecovery),
    onSuccess: () => {
      queries.setQueryData(recoveryQuery.queryKey, { pending: null })
      toasts.add({ subject: 'recovery', kind: 'success', text: text('pending-recovery.cancelled') })
      return reloadSecurity(queries)
    },
    onError: () => toasts.add({ subject: 'recovery', kind: 'error', text: text('settings.email.failed') }),
  })
  const pending = data?.pending
  if (!pending) return null
  const isWaiting = Date.parse(pending.effectiveAt) > Date.now()
  return (
    <div className={styles.place}>
      <AlertBanner
        kind="error"
        title={text('pending-recovery.title')}
        action={
          <Button variant="line" size="small" pending={stopping.isPending} onClick={() => stopping.mutate()}>
            {text('pending-recovery.cancel')}
          </Button>
        }
      >
        {isWaiting
          ? text('pending-recovery.text', { time: instantLabel(texts, pending.effectiveAt, 'weekday-time') })
          : text('pending-recovery.text-now')}
      </AlertBanner>
    </div>
  )
}

const recoveryQuery = queryOptions({
  queryKey: ['recovery'],
  queryFn: ({ signal }) => call(getRecovery, {}, { signal }),
})
