import { useMutation, useQueryClient } from '@tanstack/react-query'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from './security.module.css'
import { reloadSecurity } from './security-queries.ts'

/** Ends what has access at once, without a question; what has ended already is ended, too. */
export function EndButton<T>({ label, name, formatEnded, end }: EndButtonProps<T>) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: () => nullIfNotFound(end()),
    onSuccess: answer => {
      toasts.add({ subject: 'devices', kind: 'success', text: formatEnded(answer) })
      return reloadSecurity(queries)
    },
    onError: () =>
      void toasts.add({ subject: 'devices', kind: 'error', text: text('settings.email.failed') }),
  })
  return (
    <Button
      variant="text"
      className={styles.flush}
      aria-label={name && `${label}, ${name}`}
      pending={ending.isPending}
      onClick={() => ending.mutate()}
    >
      {label}
    </Button>
  )
}

interface EndButtonProps<T> {
  label: string
  /** The entry, for the accessible name. */
  name?: string
  /** Says that it has ended; `answer` is null where it had ended already. */
  formatEnded: (answer: T | null) => string
  end: () => Promise<T>
}
