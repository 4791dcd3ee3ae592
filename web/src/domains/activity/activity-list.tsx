import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { ACTIVITY_DAYS, type ActivityItem, getActivity } from '#contract/activity.ts'
import { type JournalEntry, undoEntry } from '#contract/journal.ts'
import { InterruptedUpload, useSendingBatches } from '#web/domains/uploads/index.ts'
import { call } from '#web/platform/http/call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isRouteEnabled } from '#web/platform/navigation/switched-off-routes.ts'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow, ListRows, RowNote, RowSkeletons } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import styles from './activity-list.module.css'
import {
  formatActivityName,
  formatUndone,
  getActivityIcon,
  hasPartlyFailed,
  isInterrupted,
  isSecurityEvent,
  listActivityFacts,
  listChanges,
} from './activity-texts.ts'

/**
 * Running and past events of the account: running ones first, updated by push messages, with polling as
 * fallback.
 */
export function ActivityList() {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery(activityQuery)
  const sendingBatches = useSendingBatches()
  // Every change of the library may be an activity.
  useLibraryRefetch(ACTIVITY, always)
  if (!data && isError) return <LoadFailed retry={refetch} />
  if (!data) return <RowSkeletons count={5} />
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={History}
        title={text('activity.empty.title')}
        text={text('activity.empty.text', { days: ACTIVITY_DAYS })}
      />
    )
  // Also while it prepares files: the service learns of them with their first byte.
  const isRunning = ({ kind, id, state }: ActivityItem) =>
    state === 'running' || (kind === 'upload' && state === 'interrupted' && sendingBatches.has(id))
  const runningItems = data.items.filter(isRunning).map(item => ({ ...item, state: 'running' }))
  const pastItems = data.items.filter(item => !isRunning(item))
  return (
    <>
      {data.items.some(({ kind }) => kind === 'security-mail-bounced') && (
        <AlertBanner
          kind="warning"
          action={
            <Link to={PATHS.changeEmail} className={buttonClass('line', 'small')}>
              {text('settings.email.title')}
            </Link>
          }
        >
          {text('activity.security-mail-bounced')}
        </AlertBanner>
      )}
      <p className="ui-quiet">{text('activity.intro', { days: ACTIVITY_DAYS })}</p>
      {runningItems.length > 0 && (
        <Section id="running" title={text('activity.running')} items={runningItems} />
      )}
      {pastItems.length > 0 && <Section id="past" title={text('activity.past')} items={pastItems} />}
    </>
  )
}

function Section({ id, title, items }: { id: string; title: string; items: readonly ActivityItem[] }) {
  return (
    <section aria-labelledby={id} className="ui-above32">
      <h2 id={id}>{title}</h2>
      <ListRows>
        {items.map(item => (
          <ActivityRow key={`${item.kind} ${item.id} ${item.at}`} item={item} />
        ))}
      </ListRows>
    </section>
  )
}

/** A running or past event with its state, age and action. */
function ActivityRow({ item }: { item: ActivityItem }) {
  const texts = useTexts()
  const needsAttention = hasPartlyFailed(item) || isInterrupted(item)
  return (
    <ListRow
      icon={getActivityIcon(item)}
      critical={item.state === 'failed' && !needsAttention}
      warning={needsAttention}
      name={formatActivityName(texts, item)}
      facts={[instantLabel(texts, item.at, 'short-day-time'), ...listActivityFacts(texts, item)]}
      end={<Action item={item} />}
    >
      {item.entry && <EntryNotes entry={item.entry} />}
    </ListRow>
  )
}

/** What an entry changed, and that it was undone or cannot be undone yet. */
function EntryNotes({ entry }: { entry: JournalEntry }) {
  const texts = useTexts()
  return (
    <>
      {listChanges(texts, entry).map(change => (
        <RowNote key={change} kind="plain">
          {change}
        </RowNote>
      ))}
      {entry.undone && <RowNote kind="plain">{formatUndone(texts, entry.undone)}</RowNote>}
      {entry.undo === 'changed-since' && (
        <RowNote kind="plain">{texts.text('activity.changed-since')}</RowNote>
      )}
    </>
  )
}

function Action({ item }: { item: ActivityItem }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  switch (item.kind) {
    case 'upload':
      return (
        <div className={classes('ui-cluster8', styles.actions)}>
          {isInterrupted(item) && (
            <InterruptedUpload batchId={item.id} onChanged={() => void reloadActivity(queries)} />
          )}
          <Link
            to={PATHS.uploadReceipt}
            params={{ batchId: item.id }}
            className={buttonClass('line', 'small')}
          >
            {text('upload-receipt.view')}
          </Link>
        </div>
      )
    case 'download':
      return <PageLink to={PATHS.downloads} label={text('menu.downloads')} />
    case 'export':
      return (
        <Link to={PATHS.photoExports} params={{ backupId: item.id }} className={buttonClass('line', 'small')}>
          {text('activity.export.view')}
        </Link>
      )
    case 'import':
      return <PageLink to={PATHS.photos} label={text('menu.photos')} />
    case 'address-change':
      return (
        <Link to={PATHS.order} params={{ orderCode: item.id }} className={buttonClass('line', 'small')}>
          {text('activity.order')}
        </Link>
      )
    case 'mail-bounced':
    case 'security-mail-bounced':
      return <PageLink to={PATHS.changeEmail} label={text('settings.email.title')} />
    case 'shared-mail-bounced':
      return <PageLink to={PATHS.onlineProducts} label={text('menu.widgets')} />
    default:
      if (item.entry?.undo === 'possible') return <UndoButton item={item} />
      if (item.entry?.undo === 'done')
        return (
          <RowNote kind="success" icon={Check}>
            {text('activity.undone')}
          </RowNote>
        )
      return isSecurityEvent(item) && <PageLink to={PATHS.security} label={text('security.title')} />
  }
}

/** A link to a page that the host offers. */
const PageLink = ({ to, label }: { to: string; label: string }) =>
  isRouteEnabled(to) && (
    <Link to={to} className={buttonClass('line', 'small')}>
      {label}
    </Link>
  )

function UndoButton({ item }: { item: ActivityItem }) {
  const texts = useTexts()
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const undo = async () => {
    setPending(true)
    await undoItem(item, queries, texts)
    setPending(false)
  }
  return (
    <Button variant="line" size="small" pending={pending} onClick={() => void undo()}>
      {texts.text('action.undo')}
    </Button>
  )
}

/** Undoes an entry, in steps where it has many photos; a toast shows the result. */
async function undoItem(item: ActivityItem, queries: QueryClient, { text }: Texts): Promise<void> {
  const isPhotos = PHOTO_KINDS.includes(item.kind)
  const undo = async () => {
    const count = await repeatUndo(item.id)
    const successText = isPhotos ? text('delete.restored', { count }) : text('activity.undone')
    toasts.add({ subject: 'activity', kind: 'success', text: successText })
  }
  const failureText = isPhotos
    ? text('delete.undo-failed', { count: item.total ?? 1 })
    : text('app.error.text')
  await showFailure({ subject: 'activity' }, undo(), failureText)
  void queries.invalidateQueries()
}

const PHOTO_KINDS = ['photos.deleted', 'library.deleted', 'photos.tidied']

/** Repeats the undo until nothing is left; returns the number of photos. */
async function repeatUndo(id: string): Promise<number> {
  let count = 0
  for (;;) {
    const { restored, hasMore } = await call(undoEntry, { params: { id } })
    count += restored
    if (!hasMore) return count
  }
}

const ACTIVITY = ['activity'] as const
/** Push messages may be missed. */
const RUNNING_POLL_MS = 5000
const IDLE_POLL_MS = 60_000

const activityQuery = callQuery(ACTIVITY, getActivity, {
  refetchOnMount: 'always',
  refetchInterval: query =>
    query.state.data?.items.some(({ state }) => state === 'running') ? RUNNING_POLL_MS : IDLE_POLL_MS,
})

const reloadActivity = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ACTIVITY })

const always = () => true
