import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import CircleCheck from 'lucide-react/icons/circle-check'
import Copy from 'lucide-react/icons/copy'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Smartphone from 'lucide-react/icons/smartphone'
import { useMemo, useState } from 'react'
import { UPLOAD_SESSION_FILES } from '#contract/upload-sessions.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClock } from '#web/platform/operations/use-clock.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from './phone-tab.module.css'
import { countMinutesLeft, type UploadSessionState } from './use-upload-session.ts'

/** 'Transfer from Phone': the code to scan, its remaining time, and the number of files received. */
export function PhoneTab({ session }: { session: UploadSessionState }) {
  const { text } = useTexts()
  const { phase, renew } = session
  const renewButton = (
    <Button variant="line" icon={RotateCw} onClick={renew}>
      {text('phone.new-code')}
    </Button>
  )
  if (phase === 'opening')
    return (
      <div className={classes('ui-row ui-above16', styles.tab)}>
        <Skeleton className={styles.code} />
      </div>
    )
  if (!('uploadUrl' in session))
    return (
      <div className="ui-above16">
        <AlertBanner kind="error" action={renewButton}>
          {text('phone.open-failed')}
        </AlertBanner>
      </div>
    )
  if (phase !== 'open')
    return (
      <div role="status">
        <EmptyState
          icon={Smartphone}
          headingLevel="h3"
          title={text(phase === 'expired' ? 'phone.code-expired' : 'phone.code-revoked')}
          text={text('phone.arrived', { count: session.arrived })}
          action={renewButton}
        />
      </div>
    )
  return <OpenSession session={session} />
}

function OpenSession({ session }: { session: Extract<UploadSessionState, { uploadUrl: string }> }) {
  const { text } = useTexts()
  const { uploadUrl, endsAt, opened, arrived, arriving } = session
  const minutes = useClock(() => countMinutesLeft(endsAt))
  const [isAsking, setAsking] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const end = async () => {
    setAsking(false)
    setEnding(true)
    await showFailure({ subject: 'phone' }, session.revoke(), text('phone.end-failed'))
    setEnding(false)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(uploadUrl)
      toasts.add({ subject: 'phone', kind: 'success', text: text('widgets.share.link-copied') })
    } catch {
      toasts.add({ subject: 'phone', kind: 'error', text: text('phone.copy-failed') })
    }
  }
  return (
    <div className={classes('ui-row ui-above16', styles.tab)}>
      <QrCode value={uploadUrl} label={text('phone.code')} />
      <div className={styles.beside}>
        <h3 className="ui-ink ui-below8">{text('phone.scan')}</h3>
        <p>{text('phone.explain', { most: UPLOAD_SESSION_FILES })}</p>
        <p
          className={classes('ui-row8 ui-above16 ui-ink', styles.state)}
          role="status"
          data-on={opened || undefined}
        >
          <Icon of={opened ? CircleCheck : Smartphone} size={20} />
          {opened ? text('phone.connected') : text('phone.waiting')}
          {arrived > 0 && ` ${text('phone.arrived', { count: arrived })}`}
        </p>
        <p className={styles.ends}>{text('phone.minutes-left', { minutes })}</p>
        <div className={classes('ui-cluster8 ui-above8', styles.actions)}>
          <Button size="small" variant="text" icon={Copy} onClick={() => void copy()}>
            {text('phone.copy-link')}
          </Button>
          <Button
            size="small"
            variant="plain"
            pending={isEnding}
            onClick={() => (arriving > 0 ? setAsking(true) : void end())}
          >
            {text('phone.end')}
          </Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text('phone.end-sending.title')}
          confirmLabel={text('phone.end')}
          danger
          onConfirm={() => void end()}
          onCancel={() => setAsking(false)}
        >
          <p>{text('phone.end-sending.text', { count: arriving })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Width of the quiet zone in modules; ISO/IEC 18004 requires four. */
const QUIET_ZONE = 4

/** A QR code, dark on white in both colour schemes: many readers do not recognize an inverted one. */
function QrCode({ value, label }: { value: string; label: string }) {
  const code = useMemo(() => generate(value), [value])
  const side = code.size + 2 * QUIET_ZONE
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  )
}
