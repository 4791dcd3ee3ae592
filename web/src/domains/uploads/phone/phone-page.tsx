import { useQuery, useQueryClient } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { getPhoneReceipts, getPhoneSession, type PhoneSession } from '#contract/upload-sessions.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { HttpFailure, isGone, isUnauthorized } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { useClock } from '#web/platform/operations/use-clock.ts'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LegalFooter } from '#web/ui/legal-footer.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DropZone } from '../components/drop-zone.tsx'
import { UnfinishedBanner } from '../components/unfinished-banner.tsx'
import { useAnnouncements } from '../components/use-announcements.ts'
import { useUploads } from '../components/use-uploads.ts'
import { useWakeLock } from '../components/use-wake-lock.ts'
import { createBrowserEnvironment, onOnline } from '../engine/browser-environment.ts'
import type { UploadEnvironment } from '../engine/upload-environment.ts'
import { FileList } from '../file-list/file-list.tsx'
import type { Queue } from '../queue/queue.ts'
import { sendByTus, terminateByTus } from '../tus/tus.ts'
import type { Tokens } from '../tus/tus-http.ts'
import styles from './phone-page.module.css'
import { openPhoneQueue, toPhoneAccount } from './phone-queue.ts'
import { PhoneResult } from './phone-result.tsx'
import { countMinutesLeft } from './use-upload-session.ts'

/**
 * The page that the QR code opens: adds photos to one library without a sign-in. The fragment of the
 * address is the upload token.
 */
export function PhonePage() {
  const { theme } = useConfig().brand
  const uploadToken = useUploadToken()
  return (
    <div className={styles.page}>
      <header className={classes('ui-row', styles.header)}>
        <Logo logo={theme.logo} favicon={theme.favicon} name={theme.name} />
      </header>
      <main className={styles.main}>
        <Transfer key={uploadToken} uploadToken={uploadToken} />
      </main>
      <LegalFooter centred />
    </div>
  )
}

function Transfer({ uploadToken }: { uploadToken: string }) {
  const { text } = useTexts()
  const session = useQuery({
    queryKey: ['phone', uploadToken],
    queryFn: ({ signal }) => call(getPhoneSession, undefined, { signal, token: uploadToken }),
    refetchInterval: ({ state }) => (isTokenRefused(state.error) ? false : POLL_MS),
    retry: false,
  })
  const lastQueue = useRef<Queue>([])
  if (isGone(session.error))
    return (
      <PhoneResult
        uploadToken={uploadToken}
        isRevoked={session.error instanceof HttpFailure && session.error.fields?.reason === 'revoked'}
        lastQueue={lastQueue}
      />
    )
  if (isUnauthorized(session.error))
    return (
      <div role="alert">
        <EmptyState
          icon={Clock}
          headingLevel="h1"
          title={text('phone.link-broken.title')}
          text={text('phone.link-expired.text')}
        />
      </div>
    )
  if (session.data) return <PhoneUploads session={session.data} {...{ uploadToken, lastQueue }} />
  if (session.isError) return <LoadFailed retry={session.refetch} id="phone.load-failed" />
  return <Spinner label={text('app.loading')} size={32} />
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

function PhoneUploads({ session, uploadToken, lastQueue }: PhoneUploadsProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const refetch = useCallback(
    () => void queries.invalidateQueries({ queryKey: ['phone', uploadToken] }),
    [queries, uploadToken],
  )
  const uploads = useUploads(() => createPhoneEnvironment(session, uploadToken, refetch))
  const state = useSyncExternalStore(uploads.subscribe, uploads.state)
  const choose = useRef<() => void>(() => {})
  const [endsAt] = useState(() => performance.now() + session.secondsLeft * 1000)
  const minutes = useClock(() => countMinutesLeft(endsAt))
  const { counts, offline } = state
  useEffect(() => {
    lastQueue.current = state.queue
  }, [lastQueue, state.queue])
  useAnnouncements(counts, 'on-computer')
  useWakeLock(counts.active > 0)
  // The browser asks before the page is left while files are being sent.
  useWindowEvent('beforeunload', event => event.preventDefault(), counts.active > 0)
  useUnsavedWork(counts.active > 0)
  useEffect(() => {
    if (minutes === 0) refetch()
  }, [minutes, refetch])
  // Files sent before a reload are known to the service only.
  const arrivedCount = Math.max(counts.ready, session.arrived)
  const isDone = arrivedCount > 0 && counts.active + counts.paused + counts.missing === 0
  return (
    <>
      <h1>{text('phone.title')}</h1>
      <p className={styles.lead}>{text('phone.for', { owner: session.owner })}</p>
      {offline && <AlertBanner kind="warning">{text('upload.reason.network')}</AlertBanner>}
      <DropZone onPicked={uploads.add} choose={choose} prominent={counts.total === 0} />
      <div role="status">
        {isDone && (
          <p className={classes('ui-row12 ui-above24', styles.done)}>
            <Icon of={CircleCheck} size={24} />
            <span>
              <strong>{text('phone.arrived', { count: arrivedCount })}</strong> {text('phone.sent-look')}
            </span>
          </p>
        )}
      </div>
      {counts.active > 0 && (
        <p className={classes('ui-ink ui-above24', styles.progress)}>
          {text('upload.announce', { done: counts.ready, total: counts.photos })}
        </p>
      )}
      <UnfinishedBanner uploads={uploads} state={state} onChoose={() => choose.current()} />
      <FileList uploads={uploads} state={state} confirmation="on-computer" />
      <p className={classes('ui-above24 ui-note', styles.ends)}>
        {text('phone.minutes-left', { minutes })} {text('phone.only-adds')}
      </p>
    </>
  )
}

interface PhoneUploadsProps {
  session: PhoneSession
  uploadToken: string
  /** Set to the queue: it names what is not sent when the session ends, also where the browser denies storage. */
  lastQueue: RefObject<Queue>
}

/**
 * Returns the environment of the phone's page: uploads with an upload token, without access to the library or to push
 * messages. Calls `onExpired` when the service refuses the token.
 */
function createPhoneEnvironment(
  { sessionId, libraryKey }: PhoneSession,
  uploadToken: string,
  onExpired: () => void,
): UploadEnvironment {
  const endpoint = new URL(serviceAddress('uploads', '/phone/files'), location.href).href
  const tokens: Tokens = { token: async () => uploadToken, renew: async () => null, onRefused: onExpired }
  return {
    ...createBrowserEnvironment(toPhoneAccount(libraryKey), endpoint, { cacheFiles: true }),
    storage: () => openPhoneQueue(libraryKey, sessionId),
    // The token allows adding photos, not reading the choice.
    arePlacesOn: async () => false,
    // The token allows adding photos, not reading the library.
    findDuplicates: async () => new Map(),
    // The service knows the files of an upload session.
    recordFiles: async () => {},
    fetchReceipts: async uploadIds => {
      const { receipts } = await call(getPhoneReceipts, { body: { uploadIds } }, { token: uploadToken })
      return receipts
    },
    deletePhotos: async () => {},
    // Only the owner confirms, on the computer.
    confirmSession: async () => {},
    // A phone chooses photos, not folders.
    ensureAlbum: () => Promise.reject(new Error('A phone creates no albums')),
    // The service adds photos to the album of the upload session.
    addToAlbum: async () => {},
    send: (file, handlers) =>
      sendByTus(endpoint, tokens, file, {
        ...handlers,
        onError: error => {
          if (error.kind !== 'broken' && error.reason === 'expired') onExpired()
          handlers.onError(error)
        },
      }),
    terminate: uploadUrl => terminateByTus(uploadUrl, tokens),
    onOnline,
    onPush: () => ({ close: () => {} }),
  }
}
