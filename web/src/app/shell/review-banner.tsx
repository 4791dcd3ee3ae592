import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { getJournalReview, undoEntry } from '#contract/journal.ts'
import { formatActor } from '#web/domains/activity/index.ts'
import { call } from '#web/platform/http/call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import styles from './shell-banner.module.css'

/** What waits for its owner, on the overview: acts to stop, then what happened before all access was ended. */
export function ReviewBanners() {
  return (
    <>
      <WaitingBanner />
      <ReviewBanner />
    </>
  )
}

/** Photos that will be deleted for ever, by whom, and the way to stop it; it goes when they are deleted. */
export function WaitingBanner() {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  useLibraryRefetch(JOURNAL, ({ type }) => type === 'journal-changed')
  const waiting = useQuery(reviewQuery).data?.waiting ?? []
  const stop = async (id: string) => {
    const stopped = call(undoEntry, { params: { id } }).then(() =>
      toasts.add({ subject: 'erasure', kind: 'success', text: text('erasure.stopped') }),
    )
    await showFailure({ subject: 'erasure' }, stopped, text('app.error.text'))
    await queries.invalidateQueries()
  }
  return waiting.map(({ id, at, actor, total, effectiveAt }) => (
    <div key={id} className={classes('ui-column ui-screen-only', styles.place)}>
      <AlertBanner
        kind="warning"
        title={text('erasure.title', { count: total ?? 0 })}
        action={
          <Button variant="line" size="small" onClick={() => void stop(id)}>
            {text('stop-erasure.submit')}
          </Button>
        }
      >
        <p>{text('erasure.text', { date: instantLabel(texts, effectiveAt!, 'weekday-time') })}</p>
        <p className="ui-note">
          {text('erasure.by', {
            date: instantLabel(texts, at, 'weekday-time'),
            actor: [formatActor(texts, actor), actor.network].filter(Boolean).join(', '),
          })}
        </p>
      </AlertBanner>
    </div>
  ))
}

/** Leads an owner who has ended all access to what happened before, until they have checked it. */
function ReviewBanner() {
  const { text } = useTexts()
  if (!useQuery(reviewQuery).data?.lockedAt) return null
  return (
    <div className={classes('ui-column ui-screen-only', styles.place)}>
      <AlertBanner
        kind="info"
        icon={ShieldCheck}
        title={text('changes.card.title')}
        action={
          <Link to={PATHS.changes} className={buttonClass('line', 'small')}>
            {text('changes.see')}
          </Link>
        }
      >
        {text('changes.card.text')}
      </AlertBanner>
    </div>
  )
}

const JOURNAL = ['journal'] as const

const reviewQuery = callQuery([...JOURNAL, 'review'], getJournalReview, {
  // Read again when the next of what waits takes effect.
  refetchInterval: ({ state: { data } }) => {
    const next = data?.waiting[0]?.effectiveAt
    return next ? Math.min(Math.max(Date.parse(next) - Date.now(), 1000), LONGEST_TIMER_MS) : false
  },
})

const LONGEST_TIMER_MS = 2 ** 31 - 1
