import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { ACTIVITY_DAYS, type ActivityItem, getActivity } from '#contract/activity.ts'
import { restoreDeletion } from '#contract/photos.ts'
import { restoreProject } from '#contract/projects.ts'
import { undoDates } from '#web/domains/photo-dates/index.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { undoDecisions } from '#web/domains/tidy-up/index.ts'
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
import { ListRow, ListRows, RowSkeletons } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import styles from './activity-list.module.css'
import {
  formatActivityName,
  getActivityIcon,
  hasPartlyFailed,
  isInterrupted,
  isSecurityEvent,
  listActivityFacts,
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
    />
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
    case 'photos-deleted':
    case 'photos-tidied':
    case 'project-deleted':
    case 'dates-changed':
      return <UndoButton item={item} />
    default:
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

/** Undoes a deletion or a change of dates; a toast shows the result. */
async function undoItem(item: ActivityItem, queries: QueryClient, texts: Texts): Promise<void> {
  if (item.kind === 'dates-changed') {
    await undoDates(queries, texts, item.id)
    return reloadActivity(queries)
  }
  return undoDeletion(item, queries, texts)
}

async function undoDeletion(item: ActivityItem, queries: QueryClient, { text }: Texts): Promise<void> {
  const count = item.total ?? 1
  const isPhotos = item.kind !== 'project-deleted'
  const undo = async () => {
    if (item.kind === 'photos-tidied') await undoDecisions(item.id)
    else if (isPhotos) await restorePhotos(item)
    else await call(restoreProject, { params: { id: item.id } })
    const successText = isPhotos ? text('delete.restored', { count }) : text('activity.project-restored')
    toasts.add({ subject: 'activity', kind: 'success', text: successText })
  }
  const failureText = isPhotos ? text('delete.undo-failed', { count }) : text('app.error.text')
  await showFailure({ subject: 'activity' }, undo(), failureText)
  void queries.invalidateQueries({ queryKey: isPhotos ? photoKeys.all : ['projects'] })
  await reloadActivity(queries)
}

/** Restores in steps; each may be repeated. */
async function restorePhotos({ id, from }: ActivityItem): Promise<void> {
  const body = { from: from ?? id, until: id }
  while ((await call(restoreDeletion, { body })).hasMore);
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
