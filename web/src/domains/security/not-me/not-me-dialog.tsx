import { endAllAccess } from '#contract/not-me.ts'
import type { SecurityEvent } from '#contract/security.ts'
import { saveConfirmationResult } from '#web/domains/confirmations/index.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { classes } from '#web/ui/classes.ts'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { formatSecurityEvent, listEventFacts } from '../event-texts.ts'
import { formatWhenInList } from '../when-label.ts'
import styles from './not-me.module.css'

/** Asks before everything that has access ends; `event` is the one that the customer does not know. */
export function NotMeDialog({ event, email, onCancel }: NotMeDialogProps) {
  const { texts, text } = useTexts()
  const run = async () => {
    const answer = await call(
      endAllAccess,
      { query: { entryId: event?.id } },
      { unloggedStatuses: REFUSAL_STATUSES },
    )
    await leaveLockedAccount(answer.email)
  }
  return (
    <OperationDialog
      title={text('not-me.title')}
      danger
      confirmLabel={text('not-me.submit')}
      run={run}
      onDone={() => {}}
      onCancel={onCancel}
      failure={error => text(findRefusal(error) ?? 'settings.email.failed')}
    >
      {event && (
        <p className={classes('ui-note', styles.event)}>
          <b>{formatSecurityEvent(texts, event.kind) ?? text('activity.other')}</b>
          <br />
          {[formatWhenInList(texts, event.at), ...listEventFacts(texts, event)].join(' · ')}
        </p>
      )}
      <p>{text('security.not-me.text', { email })}</p>
    </OperationDialog>
  )
}

interface NotMeDialogProps {
  event?: SecurityEvent
  /** Where the link to a new password is mailed. */
  email: string
  onCancel: () => void
}

/** Loads a public page: this session has ended, too. */
async function leaveLockedAccount(email: string): Promise<void> {
  saveConfirmationResult({ outcome: 'account-locked', email })
  // This removes the cookies and tells other tabs.
  await pageSession().signOut().catch(reportFailure)
  location.replace(PATHS.accountLocked)
}

/** Too many calls, and an earlier address that another account has by now. */
const TEXT_BY_STATUS: Record<number, MessageId> = {
  409: 'settings.email.in-use',
  429: 'settings.email.too-many',
}
const REFUSAL_STATUSES = Object.keys(TEXT_BY_STATUS).map(Number)

const findRefusal = (error: unknown): MessageId | undefined =>
  error instanceof HttpFailure ? TEXT_BY_STATUS[error.status] : undefined
