import { useRef, useState } from 'react'
import type { EmailChange } from '#contract/email-changes.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { announce } from '#web/ui/announcements.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { toasts } from '#web/ui/toasts.ts'
import { getEmailRefusal } from './email-refusal.ts'
import styles from './pending-email-actions.module.css'
import { useEmailChange } from './use-email-change.ts'

/** 'Send again' and 'Cancel change' of a change that awaits its confirmation. */
export function PendingEmailActions({ change }: { change: EmailChange }) {
  const { text } = useTexts()
  const { email } = useClaims()
  const { requestEmailChange, cancel } = useEmailChange()
  const [runningAction, setRunningAction] = useState<Action>()
  const [failure, setFailure] = useState<string>()
  const lastRun = useRef<Promise<void>>(Promise.resolve())
  // One after the other, so that the last one pressed decides.
  const run = (action: Action, work: () => Promise<void>, doneText: string) => {
    setRunningAction(action)
    lastRun.current = lastRun.current.then(() => perform(action, work, doneText))
  }
  const perform = async (action: Action, work: () => Promise<void>, doneText: string) => {
    setFailure(undefined)
    try {
      await work()
      toasts.add({ subject: 'email-change', kind: 'success', text: doneText })
    } catch (error) {
      if (!isCancelled(error)) showFailure(error)
    }
    setRunningAction(current => (current === action ? undefined : current))
  }
  const showFailure = (error: unknown) => {
    const refusal = getEmailRefusal(error, change)
    if (!refusal) reportFailure(error)
    setFailure(text(refusal ?? 'settings.email.failed'))
    announce(text(refusal ?? 'settings.email.failed'))
  }
  return (
    <>
      <div className={classes('ui-cluster8', styles.buttons)}>
        <Button
          variant="text"
          size="small"
          pending={runningAction === 'send-again'}
          onClick={() =>
            run('send-again', () => requestEmailChange(change), text('settings.email.sent-again'))
          }
        >
          {text('settings.email.send-again')}
        </Button>
        <Button
          variant="text"
          size="small"
          pending={runningAction === 'cancel'}
          onClick={() => run('cancel', cancel, text('settings.email.cancelled', { email }))}
        >
          {text('settings.email.cancel')}
        </Button>
      </div>
      {failure && <p className="ui-small ui-critical">{failure}</p>}
    </>
  )
}

type Action = 'send-again' | 'cancel'
