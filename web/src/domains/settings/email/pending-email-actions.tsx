import { useState } from 'react'
import type { EmailChange } from '#contract/email-changes.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { announce } from '#web/ui/announcements.ts'
import { Button } from '#web/ui/button.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { emailRefusal } from './email-refusal.ts'
import styles from './pending-email-actions.module.css'
import { useEmailChange } from './use-email-change.ts'

/** 'Send again' and 'Cancel change' of a change that awaits its confirmation. */
export function PendingEmailActions({ change }: { change: EmailChange }) {
  const { text } = useTexts()
  const { email } = useClaims()
  const { start, cancel } = useEmailChange()
  const [running, setRunning] = useState<'start' | 'cancel'>()
  const [problem, setProblem] = useState<string>()
  const run = async (which: 'start' | 'cancel', work: () => Promise<void>, done: string) => {
    setRunning(which)
    setProblem(undefined)
    try {
      await work()
      toasts.add({ subject: 'email-change', kind: 'success', text: done })
    } catch (error) {
      const refusal = emailRefusal(error)
      if (!refusal) reportFailure(error)
      setProblem(text(refusal ?? 'settings.email.failed'))
      announce(text(refusal ?? 'settings.email.failed'))
    }
    setRunning(undefined)
  }
  return (
    <>
      <div className={styles.buttons}>
        <Button
          variant="text"
          size="small"
          pending={running === 'start'}
          onClick={() => void run('start', () => start(change.email), text('settings.email.sent-again'))}
        >
          {text('settings.email.send-again')}
        </Button>
        <Button
          variant="text"
          size="small"
          pending={running === 'cancel'}
          onClick={() => void run('cancel', cancel, text('settings.email.cancelled', { email }))}
        >
          {text('settings.email.cancel')}
        </Button>
      </div>
      {problem && <p className={styles.problem}>{problem}</p>}
    </>
  )
}
