import { useQuery, useQueryClient } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { getPhoneSession, type PhoneSession } from '#contract/upload-sessions.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call } from '#web/platform/http/call.ts'
import { isGone, isUnauthorized } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LegalFooter } from '#web/ui/legal-footer.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DropZone } from '../components/drop-zone.tsx'
import { UnfinishedBanner } from '../components/unfinished-banner.tsx'
import { useAnnouncements } from '../components/use-announcements.ts'
import { useUploads } from '../components/use-uploads.ts'
import { useWakeLock } from '../components/use-wake-lock.ts'
import { FileList } from '../file-list/file-list.tsx'
import { deleteCachedFiles } from '../storage/file-cache.ts'
import { createPhoneEnvironment } from './phone-environment.ts'
import styles from './phone-page.module.css'
import { useMinutesLeft } from './use-minutes-left.ts'

/**
 * The page that the QR code opens (PL-048, OP-12): adds photos to one library without a sign-in. The fragment of the
 * address is the upload token.
 */
export function PhonePage() {
  const { text } = useTexts()
  const { theme } = useConfig().brand
  const uploadToken = useUploadToken()
  const session = useQuery({
    queryKey: ['phone', uploadToken],
    queryFn: ({ signal }) => call(getPhoneSession, undefined, { signal, token: uploadToken }),
    refetchInterval: ({ state }) => (isTokenRefused(state.error) ? false : POLL_MS),
    retry: false,
  })
  const renderContent = (): ReactNode => {
    if (isTokenRefused(session.error))
      return (
        <SessionEnded
          title={text(isGone(session.error) ? 'phone.link-expired.title' : 'phone.link-broken.title')}
          text={text('phone.link-expired.text')}
        />
      )
    if (session.data)
      return <PhoneUploads key={session.data.sessionId} session={session.data} uploadToken={uploadToken} />
    if (session.isError)
      return (
        <AlertBanner
          kind="error"
          action={
            <Button size="small" variant="line" onClick={() => void session.refetch()}>
              {text('action.try-again')}
            </Button>
          }
        >
          {text('phone.load-failed')}
        </AlertBanner>
      )
    return <Spinner label={text('app.loading')} size={32} />
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Logo logo={theme.logo} favicon={theme.favicon} name={theme.name} />
      </header>
      <main className={styles.main}>{renderContent()}</main>
      <LegalFooter centred />
    </div>
  )
}

/** Poll interval: the owner may end the session. */
const POLL_MS = 15_000

/** Whether the upload token is expired, revoked or invalid: a retry cannot succeed. */
const isTokenRefused = (error: unknown) => isGone(error) || isUnauthorized(error)

/** Returns the fragment of the address. Scanning another code while the page is open changes only the fragment. */
function useUploadToken(): string {
  return useSyncExternalStore(
    onChange => {
      addEventListener('hashchange', onChange)
      return () => removeEventListener('hashchange', onChange)
    },
    () => location.hash.slice(1),
  )
}

/** The end of the session; deletes the cached files of the phone, which can no longer be sent. */
function SessionEnded({ title, text }: { title: string; text: string }) {
  useEffect(() => {
    deleteCachedFiles('phone ').catch(reportFailure)
  }, [])
  return (
    <div role="alert">
      <EmptyState icon={Clock} headingLevel="h1" title={title} text={text} />
    </div>
  )
}

function PhoneUploads({ session, uploadToken }: { session: PhoneSession; uploadToken: string }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const refetch = useCallback(
    () => void queries.invalidateQueries({ queryKey: ['phone', uploadToken] }),
    [queries, uploadToken],
  )
  const uploads = useUploads(() => createPhoneEnvironment(session.sessionId, uploadToken, refetch))
  const state = useSyncExternalStore(uploads.subscribe, uploads.state)
  const choose = useRef<() => void>(() => {})
  const [endsAt] = useState(() => performance.now() + session.secondsLeft * 1000)
  const minutes = useMinutesLeft(endsAt)
  const { counts, offline } = state
  useAnnouncements(counts, true)
  useWakeLock(counts.active > 0)
  useLeaveWarning(counts.active > 0)
  useUnsavedWork(counts.active > 0)
  useEffect(() => {
    if (minutes === 0) refetch()
  }, [minutes, refetch])
  // Files sent before a reload are known to the service only.
  const sentCount = Math.max(counts.ready, session.arrived)
  const isDone = sentCount > 0 && counts.active + counts.paused + counts.missing === 0
  return (
    <>
      <h1 className={styles.title}>{text('phone.title')}</h1>
      <p className={styles.lead}>{text('phone.for', { owner: session.owner })}</p>
      {offline && <AlertBanner kind="warning">{text('upload.reason.network')}</AlertBanner>}
      <DropZone onPicked={uploads.add} choose={choose} prominent={counts.total === 0} />
      {isDone && (
        <p className={styles.done} role="status">
          <Icon of={CircleCheck} size={24} />
          <span>
            <strong>{text('phone.sent', { count: sentCount })}</strong> {text('phone.sent-look')}
          </span>
        </p>
      )}
      {counts.active > 0 && (
        <p className={styles.progress}>
          {text('upload.announce', { done: counts.ready, total: counts.total })}
        </p>
      )}
      <UnfinishedBanner uploads={uploads} state={state} onChoose={() => choose.current()} />
      <FileList uploads={uploads} state={state} withoutSelection />
      <p className={styles.ends}>
        {text('phone.minutes-left', { minutes })} {text('phone.only-adds')}
      </p>
    </>
  )
}

/** Lets the browser ask for confirmation before the page is left while files are being sent. */
function useLeaveWarning(isEnabled: boolean) {
  useEffect(() => {
    if (!isEnabled) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [isEnabled])
}
