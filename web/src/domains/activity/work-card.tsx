import { useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import type { ActivityItem } from '#contract/activity.ts'
import { isUnderWay } from '#contract/continuing-work.ts'
import type { LibraryPush } from '#contract/push.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { classes } from '#web/ui/classes.ts'
import cornerCard from '#web/ui/corner-card.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ACTIVITY, activityQuery } from './activity-query.ts'
import { ActivityAction } from './activity-row.tsx'
import { formatActivityName, formatNumbers, isArchive } from './activity-texts.ts'
import { UndoButton } from './undo-button.tsx'
import styles from './work-card.module.css'

/**
 * Work that the service continues, from the same items as the page 'Activity', in the place of the upload tray: how far it is, then what
 * it has done and left out, and Undo while it is possible. It stays until it is closed.
 */
export function WorkCard({ ids }: { ids: readonly string[] }) {
  const { text } = useTexts()
  const { data, dataUpdatedAt, isFetchedAfterMount } = useQuery(activityQuery)
  useLibraryRefetch(ACTIVITY, isAboutWork)
  const works = (data?.items ?? []).filter(
    item => WORK_KINDS.includes(item.kind) && (isUnderWay(item) || isWatched(item, ids)),
  )
  const items = mergeDownloads(works)
  const underWay = works.filter(isUnderWay)
  // What is under way is shown at its end, too, also what another device began.
  useEffect(() => watchedWork.add(...underWay.map(({ id }) => id)))
  const isMissing = isFetchedAfterMount && items.length === 0
  const answersWithout = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts, also one with the same items.
  useEffect(() => {
    answersWithout.current = isMissing ? answersWithout.current + 1 : 0
    // The first answer may be from before the work; after the second its item is gone, or of another customer.
    if (answersWithout.current > 1) watchedWork.clear()
  }, [isMissing, dataUpdatedAt])
  if (items.length === 0) return null
  return (
    <aside
      aria-label={text('activity.running')}
      className={classes('ui-edge-in-contrast ui-screen-only', cornerCard.card, styles.card)}
      data-work
    >
      {items.map((item, index) => (
        <WorkLine
          key={item.id}
          item={item}
          isFirst={index === 0}
          isClosable={index === 0 && underWay.length === 0}
        />
      ))}
      {underWay.length > 0 && (
        <p className={classes('ui-small ui-quiet', styles.note)}>{text('photos.goes-on')}</p>
      )}
    </aside>
  )
}

/** Work of a job. Uploads have a tray of their own. */
const WORK_KINDS = [
  'dates.changed',
  'library.deleted',
  'photos.restored',
  'photos.tidied',
  'download',
  'export',
]

/** Merges several downloads, as the parts of a large one, in the place of the first. */
function mergeDownloads(items: readonly ActivityItem[]): ActivityItem[] {
  const [first, ...others] = items.filter(({ kind }) => kind === 'download')
  if (!first || others.length === 0) return [...items]
  const parts = [first, ...others]
  const running = parts.find(isUnderWay)
  const sum = (count: (part: ActivityItem) => number) => parts.reduce((total, part) => total + count(part), 0)
  const merged = {
    ...(running ?? parts.find(({ state }) => state === 'failed') ?? first),
    id: first.id,
    name: null,
    total: sum(({ total }) => total ?? 0),
    done: running ? sum(({ done, total }) => done ?? total ?? 0) : null,
    leftOut: sum(({ leftOut }) => leftOut),
  }
  return items.flatMap(item => (item === first ? merged : parts.includes(item) ? [] : item))
}

const isWatched = ({ id, entry }: ActivityItem, ids: readonly string[]) =>
  ids.includes(id) || ids.includes(entry?.subject ?? '')

/** What such work publishes; an upload sends a message for each file. */
const WORK_MESSAGES = [
  'journal-changed',
  'library-move',
  'photo-dates-changed',
  'tidy-up-changed',
  'archives-changed',
  'ready',
]
const isAboutWork = ({ type }: LibraryPush) => WORK_MESSAGES.includes(type)

function WorkLine({ item, isFirst, isClosable }: WorkLineProps) {
  const texts = useTexts()
  const { text } = texts
  const { state, done, total, leftOut, entry } = item
  const title = formatActivityName(texts, item)
  const isRunning = isUnderWay(item)
  const isUndone = entry?.undo === 'done'
  const facts = [
    ...(state === 'failed' ? [text('activity.failed')] : formatNumbers(texts, item)),
    ...(!isRunning && isUndone ? [text('activity.undone')] : []),
    ...(leftOut > 0 ? [text('activity.left-out', { count: leftOut })] : []),
  ]
  return (
    <section className={styles.line} aria-label={title}>
      <div className="ui-row8">
        {!isRunning && (
          <span className={classes('ui-stack', state !== 'failed' && 'ui-accent')}>
            <Icon of={state === 'failed' ? CircleAlert : CircleCheck} />
          </span>
        )}
        <p className={classes('ui-fill ui-medium ui-breaks', styles.title)} role="status">
          {title}
        </p>
        {isClosable && <IconButton icon={X} label={text('action.close')} onClick={watchedWork.clear} />}
      </div>
      {isRunning && <ProgressBar label={title} value={total && done !== null ? done / total : undefined} />}
      <div className={classes('ui-row8 ui-between', styles.facts)}>
        <span>{facts.join(' · ')}</span>
        {entry?.undo === 'possible' && <UndoButton item={item} hasKey={isFirst} />}
        {!isRunning && isArchive(item) && <ActivityAction item={item} />}
      </div>
    </section>
  )
}

interface WorkLineProps {
  item: ActivityItem
  /** Its undo has the key. */
  isFirst: boolean
  isClosable: boolean
}
