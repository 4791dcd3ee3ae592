import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import CopyCheck from 'lucide-react/icons/copy-check'
import ImagePlus from 'lucide-react/icons/image-plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { Fragment, useMemo, useState } from 'react'
import { BIN_DAYS } from '#contract/photos.ts'
import type { TidyUpKind } from '#contract/tidy-up.ts'
import { MorePages } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Group } from './group.tsx'
import { AllDialog } from './lazy-dialogs.ts'
import { countsQuery, groupsQuery, isTidyUpChange, TIDY_UP, totalsQuery } from './queries.ts'
import styles from './tidy-up.module.css'
import { type Decided, type Decisions, useDecisions } from './use-decisions.ts'

const KINDS: readonly TidyUpKind[] = ['similar', 'copies']

/**
 * Similar shots and copies with what is recommended; the customer decides about each group. Without groups `onAdd`
 * adds photos.
 */
export function TidyUp({ kind, onAdd }: { kind: TidyUpKind; onAdd: (() => void) | undefined }) {
  const { text, number } = useTexts()
  useLibraryRefetch(TIDY_UP, isTidyUpChange)
  const { data: counts } = useQuery(countsQuery)
  return (
    <>
      <div className={styles.title}>
        <Link to={PATHS.photos} className={styles.back} aria-label={text('photos.back')}>
          <Icon of={ChevronLeft} size={24} />
        </Link>
        <h1 className={styles.name}>{text('tidy-up.title')}</h1>
        <AllButton key={kind} kind={kind} />
      </div>
      <p className={styles.lead}>{text(`tidy-up.${kind}.text`)}</p>
      <div role="status">
        {counts?.state === 'searching' && (
          <p className="ui-small ui-faint ui-below8">
            {text('tidy-up.searching', { done: counts.done, of: counts.of })}
          </p>
        )}
      </div>
      <Tabs
        label={text('tidy-up.title')}
        tabs={KINDS.map(each => ({
          id: each,
          label: text(`tidy-up.${each}`),
          count: counts ? number(counts[each].groups) : '-',
          to: PATHS.tidyUp,
          search: each === 'copies' ? { tab: each } : {},
          current: each === kind,
        }))}
      />
      <Groups key={kind} kind={kind} onAdd={onAdd} />
    </>
  )
}

/** Decides all groups, after a question with its numbers. */
function AllButton({ kind }: { kind: TidyUpKind }) {
  const { text } = useTexts()
  const { data: totals } = useQuery(totalsQuery(kind))
  const [isAsking, setAsking] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  // While it is asked, a run may have left no photo.
  if (!totals || (totals.photos === 0 && !isAsking)) return null
  return (
    <div className={styles.all}>
      {totals.photos > 0 && (
        <Button
          icon={kind === 'copies' ? CopyCheck : Trash2}
          onClick={() => {
            setLoaded(true)
            setAsking(true)
          }}
        >
          {text(`tidy-up.all.${kind}`, { count: kind === 'copies' ? totals.groups : totals.photos })}
        </Button>
      )}
      {isLoaded && (
        <AllDialog kind={kind} totals={totals} isOpen={isAsking} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

function Groups({ kind, onAdd }: { kind: TidyUpKind; onAdd: (() => void) | undefined }) {
  const { text } = useTexts()
  const query = useInfiniteQuery(groupsQuery(kind))
  const { data: counts } = useQuery(countsQuery)
  const groups = useMemo(() => query.data?.pages.flatMap(page => page.groups) ?? [], [query.data])
  const decisions = useDecisions(kind, groups)
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const choose = (photoId: string, keep: boolean) => setChoices(before => new Map(before).set(photoId, keep))
  if (query.isPending)
    return (
      <Loading id="tidy-up.loading" className={styles.loading}>
        <Skeletons count={10} className={styles.place} />
      </Loading>
    )
  if (!query.data) return <LoadFailed retry={query.refetch} id="photos.load-failed" />
  const ids = new Set(groups.map(({ groupId }) => groupId))
  const listDecided = (before: string | undefined) =>
    decisions.decided
      .filter(
        item => (item.before !== undefined && ids.has(item.before) ? item.before : undefined) === before,
      )
      .map(item => <DecidedLine key={item.id} item={item} decisions={decisions} />)
  return (
    <>
      {groups.map(group => (
        <Fragment key={group.groupId}>
          {listDecided(group.groupId)}
          <Group kind={kind} group={group} choices={choices} onChoose={choose} decisions={decisions} />
        </Fragment>
      ))}
      {listDecided(undefined)}
      {groups.length === 0 && decisions.decided.length === 0 && counts?.state !== 'searching' && (
        <EmptyState
          icon={CopyCheck}
          title={text('tidy-up.empty')}
          text={text(`tidy-up.empty.${kind}`)}
          action={
            onAdd && (
              <Button variant="primary" icon={ImagePlus} onClick={onAdd}>
                {text('photos.add')}
              </Button>
            )
          }
        />
      )}
      <MorePages query={query} failure="photos.load-failed" />
    </>
  )
}

/** A decided group: how many photos it moved, and Undo, which has the focus that the group's button had. */
function DecidedLine({ item, decisions }: { item: Decided; decisions: Decisions }) {
  const { text } = useTexts()
  const thumbnail = item.image?.thumbnails[0]
  const isLatest = decisions.decided.at(-1) === item
  return (
    <div className={styles.decided} role="status">
      {thumbnail && <img src={thumbnail.url} alt="" className={styles.decidedPicture} />}
      <p>
        <b>{text('tidy-up.moved', { count: item.binned })}</b>{' '}
        {item.binned > 0 && (
          <span className={styles.days}>
            {text('tidy-up.moved.days', { count: item.binned, days: BIN_DAYS })}
          </span>
        )}
      </p>
      <Button
        variant="text"
        autoFocus={isLatest}
        pending={decisions.pendingIds.has(item.id)}
        onClick={() => void decisions.undo(item.id)}
      >
        {text('action.undo')}
      </Button>
    </div>
  )
}
