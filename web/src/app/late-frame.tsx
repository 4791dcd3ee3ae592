import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { getRecovery, stopRecovery } from '#contract/recovery.ts'
import { reloadSecurity } from '#web/domains/security/index.ts'
import { call } from '#web/platform/http/call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { type LoadFailure, publishLoadFailure } from '#web/platform/lazy/load-failure.ts'
import { loadModule } from '#web/platform/lazy/load-module.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { useInvalidateOnPush } from '#web/platform/push/use-invalidate-on-push.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { useIdentityQuestion } from '#web/platform/session/confirm-identity.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { getCustomer } from '#web/platform/session/session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { isGridPage } from './screen-paths.ts'
import styles from './shell/shell-banner.module.css'
import { openSignInWindow } from './sign-in-window.ts'

const PhotoSearch = lazyComponent(() => import('#web/domains/photo-search/index.ts'), 'PhotoSearch')

const WorkCard = lazyComponent(() => import('#web/domains/activity/index.ts'), 'WorkCard')

/** What every visit needs after the first screen, whatever it shows. */
export function LateFrame() {
  return (
    <>
      <LateScroll />
      <SessionEnded />
      <IdentityQuestion />
      <PhotoSearch />
      <RunningWork />
    </>
  )
}

/**
 * Scrolls a page that is loaded again to where it was left as soon as it is long enough: the router does so when it renders
 * first, which is before its data are there. Ends when the customer does anything.
 */
function LateScroll(): null {
  const { history } = useRouter()
  const entry = useElementScrollRestoration({ getElement: () => window })
  const [top] = useState(entry?.scrollY ?? 0)
  useEffect(() => {
    if (isGridPage(history.location.pathname) || !isNotReached(top)) return
    const end = followHeight(top)
    const unsubscribe = history.subscribe(end)
    return () => {
      end()
      unsubscribe()
    }
  }, [history, top])
  return null
}

/** Whether the page ends before the position, or has only reached it since: nobody has pressed anything yet. */
const isNotReached = (top: number) =>
  isTooShort(top) || (scrollY < top - 1 && performance.getEntriesByType('first-input').length === 0)

const isTooShort = (top: number) => document.documentElement.scrollHeight - innerHeight < top

/** Scrolls down with the page as it grows; returns the function that ends it. */
function followHeight(top: number): () => void {
  const ended = new AbortController()
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' })
    if (!isTooShort(top)) end()
  })
  const end = () => {
    observer.disconnect()
    ended.abort()
  }
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(event, end, { signal: ended.signal, passive: true })
  observer.observe(document.body)
  return end
}

/** What the service continues, on every page of the account; renders nothing without such work. */
export function RunningWork() {
  const session = useSession()
  const ids = useSyncExternalStore(watchedWork.subscribe, watchedWork.get)
  return session.status === 'signed-in' && ids.length > 0 && <WorkCard ids={ids} />
}

/**
 * How the session of the page has ended by itself, and a sign-in, in place of the page: who sees it now may be somebody else. The sign-in
 * is a window of its own, so that selection, typed text and uploads stay; afterwards everything on the page is loaded again.
 */
export function SessionEnded() {
  const { text } = useTexts()
  const queries = useQueryClient()
  const session = useSession()
  const hasEnded = session.status === 'signed-out' && getCustomer(session) !== undefined
  const hadEnded = useRef(false)
  useEffect(() => {
    if (hadEnded.current && !hasEnded) void queries.invalidateQueries()
    hadEnded.current = hasEnded
  }, [hasEnded, queries])
  if (!hasEnded) return null
  const { cause = '', device } = session.end ?? {}
  return (
    <Dialog
      coversPage
      title={text('app.session-ended.title')}
      role="alertdialog"
      size="small"
      closeDisabled
      onClose={() => {}}
      footer={
        <Button variant="primary" onClick={() => openSignInWindow()}>
          {text('sign-in.submit')}
        </Button>
      }
    >
      {Object.hasOwn(CAUSES, cause) && <p>{text(CAUSES[cause as keyof typeof CAUSES])}</p>}
      {device != null && <p>{text('app.session-ended.device', { device })}</p>}
      <p>{text('app.session-ended.text')}</p>
    </Dialog>
  )
}

/** What is said of a session's end, by its cause; 'owner' is said by the device alone. */
const CAUSES = {
  'password-changed': 'app.session-ended.password',
  'password-reset': 'app.session-ended.password',
  'not-me': 'app.session-ended.all-access',
  'email-changed': 'app.session-ended.email',
  'account-closed': 'app.session-ended.account',
  'wrong-answers': 'app.session-ended.answers',
  'token-reused': 'app.session-ended.reused',
} as const satisfies Record<string, MessageId>

/** Loads what answers a call whose sign-in is too old: the question, and the repetition. Rejects with a LoadFailure. */
export const loadStepUp = () =>
  loadModule(() => import('./confirm-identity/answer-step-up.ts')).catch((failure: LoadFailure) => {
    // The call fails like one without a connection, which says nothing of a newer build.
    if (failure.reason !== 'offline') publishLoadFailure(failure)
    throw failure
  })

const ConfirmIdentity = lazyComponent(
  () => import('./confirm-identity/answer-step-up.ts'),
  'ConfirmIdentity',
  undefined,
  () => false,
)

/** Shows 'Confirm it's you' while a call waits for it. */
function IdentityQuestion() {
  const question = useIdentityQuestion()
  if (!question) return null
  return (
    <ConfirmIdentity call={question.call} onAnswer={question.answer} onClose={() => question.answer(false)} />
  )
}

/**
 * A new password by mail that waits, which any signed-in device can stop. It follows what other devices request
 * and stop while the page is open.
 */
export function RecoveryBanner() {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const { data } = useQuery(recoveryQuery)
  useInvalidateOnPush(recoveryQuery.queryKey, 'recovery-changed')
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
    <div className={classes('ui-column ui-screen-only', styles.place)}>
      <AlertBanner
        kind="error"
        title={text('pending-recovery.title')}
        action={
          isWaiting ? (
            <Button
              variant="line"
              size="small"
              pending={stopping.isPending}
              onClick={() => stopping.mutate()}
            >
              {text('pending-recovery.cancel')}
            </Button>
          ) : (
            <Link to={PATHS.security} className={buttonClass('line', 'small')}>
              {text('security.title')}
            </Link>
          )
        }
      >
        {isWaiting
          ? text('pending-recovery.text', { time: instantLabel(texts, pending.effectiveAt, 'weekday-time') })
          : text('pending-recovery.text-now')}
      </AlertBanner>
    </div>
  )
}

const recoveryQuery = callQuery(['recovery'], getRecovery)
