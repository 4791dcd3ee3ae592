import { useQuery, useQueryClient } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import {
  completeJournalReview,
  type getJournalReview,
  type JournalEntry,
  UNDO_DAYS,
} from '#contract/journal.ts'
import { formatDeviceName } from '#web/domains/security/index.ts'
import { call } from '#web/platform/http/call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowSkeletons } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { Select } from '#web/ui/select.tsx'
import { ActorSection } from './actor-section.tsx'
import styles from './changes.module.css'
import { deviceSignInsQuery, JOURNAL, journalQuery, listSignIns, reviewQuery } from './changes-queries.ts'

/**
 * What was done in the account since a sign-in, by device, each change with its way back. Begins with the act that the owner did not
 * know, where all access was ended because of one.
 */
export function ChangesContent() {
  const review = useQuery(reviewQuery).data
  if (!review) return <RowSkeletons count={4} />
  return <Changes review={review} />
}

type Review = Answer<typeof getJournalReview>

function Changes({ review }: { review: Review }) {
  const { texts, text } = useTexts()
  const [since, setSince] = useState(review.doubted?.at ?? EARLIEST)
  const { data: entries, isError, refetch } = useQuery(journalQuery(since === EARLIEST ? undefined : since))
  const devices = useQuery(deviceSignInsQuery).data?.devices
  const signIns = listSignIns(useQuery(journalQuery(undefined)).data ?? [])
  useLibraryRefetch(JOURNAL, ({ type }) => type === 'journal-changed')
  const formatSignIn = (at: string, device: string | null) =>
    `${instantLabel(texts, at, 'short-day-time')} · ${formatDeviceName(texts, device)}`
  const starts = [...(review.doubted ? [review.doubted] : []), ...signIns]
  const options = [
    ...new Map(starts.map(({ at, device }) => [at, { id: at, label: formatSignIn(at, device) }])).values(),
  ]
  return (
    <>
      <p className="ui-quiet">{text('changes.intro')}</p>
      <div className="ui-above16">
        <p className="ui-medium" aria-hidden>
          {text('changes.since')}
        </p>
        <Select
          label={text('changes.since')}
          variant="line"
          className="ui-above8"
          options={[...options, { id: EARLIEST, label: text('changes.last-days', { days: UNDO_DAYS }) }]}
          value={since}
          onChange={setSince}
        />
      </div>
      {review.lockedAt && (
        <div className="ui-above16">
          <AlertBanner kind="info" icon={ShieldCheck}>
            {text('changes.locked', { date: instantLabel(texts, review.lockedAt, 'weekday-time') })}
          </AlertBanner>
        </div>
      )}
      {!entries && isError && <LoadFailed retry={refetch} id="changes.load-failed" />}
      {!entries && !isError && <RowSkeletons count={4} />}
      {entries?.length === 0 && (
        <EmptyState icon={ShieldCheck} title={text('changes.none')} text={text('changes.none.text')} />
      )}
      {entries &&
        groupByActor(entries, review.doubted).map(({ key, isDoubted, entries }) => (
          <ActorSection
            key={key}
            entries={entries}
            isDoubted={isDoubted}
            device={devices?.find(({ id }) => entries.some(({ actor }) => actor.accessId === id))}
          />
        ))}
      {entries && review.lockedAt && <Done />}
    </>
  )
}

const EARLIEST = ''

/** Groups entries by who made them: whom the owner doubts first, then who acted last. */
function groupByActor(entries: readonly JournalEntry[], doubted: Review['doubted']) {
  const toPlace = ({ actor }: JournalEntry) => [actor.type, actor.device, actor.network].join(' ')
  // The sign-in of a device comes before its access.
  const accessIds = new Map(
    entries.map(entry => [toPlace(entry), entry.actor.accessId] as const).filter(([, id]) => id),
  )
  const toKey = (entry: JournalEntry) =>
    entry.actor.accessId ?? accessIds.get(toPlace(entry)) ?? toPlace(entry)
  const isOfDoubted = ({ actor }: JournalEntry) =>
    doubted !== null && actor.device === doubted.device && actor.network === doubted.network
  return [...Map.groupBy(entries, toKey)]
    .map(([key, entries]) => ({ key, entries, isDoubted: entries.some(isOfDoubted) }))
    .toSorted((a, b) => Number(b.isDoubted) - Number(a.isDoubted))
}

/** Ends the check: the card of the overview goes. */
function Done() {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const complete = async () => {
    setPending(true)
    await showFailure({ subject: 'changes' }, call(completeJournalReview), text('app.error.text'))
    await queries.invalidateQueries({ queryKey: JOURNAL })
    setPending(false)
  }
  return (
    <div className={styles.done}>
      <Button variant="primary" pending={pending} onClick={() => void complete()}>
        {text('changes.checked')}
      </Button>
    </div>
  )
}
