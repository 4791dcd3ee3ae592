import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from './security.module.css'
import { reloadSecurity } from './security-queries.ts'

/** Ends one entry at once, without a question; what has ended already is ended, too. */
export function EndButton({ label, name, endedText, end }: EndButtonProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: () =>
      end().catch(error => {
        if (!isNotFound(error)) throw error
      }),
    onSuccess: () => {
      toasts.add({ subject: 'devices', kind: 'success', text: endedText })
      return reloadSecurity(queries)
    },
    onError: error => {
      reportFailure(error)
      toasts.add({ subject: 'devices', kind: 'error', text: text('settings.email.failed') })
    },
  })
  return (
    <Button
      variant="text"
      className={styles.flush}
      aria-label={`${label}, ${name}`}
      pending={ending.isPending}
      onClick={() => ending.mutate()}
    >
      {label}
    </Button>
  )
}

interface EndButtonProps {
  label: string
  /** The entry, for the accessible name. */
  name: string
  /** Says that it has ended. */
  endedText: string
  end: () => Promise<unknown>
}
