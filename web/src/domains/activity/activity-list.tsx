import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import { ACTIVITY_DAYS, type ActivityItem } from '#contract/activity.ts'
import { isUnderWay } from '#contract/continuing-work.ts'
import { useSendingBatches } from '#web/domains/uploads/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRows, RowSkeletons } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { ACTIVITY, activityQuery } from './activity-query.ts'
import { ActivityRow } from './activity-row.tsx'

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
  const isRunning = (item: ActivityItem) =>
    isUnderWay(item) ||
    (item.kind === 'upload' && item.state === 'interrupted' && sendingBatches.has(item.id))
  const runningItems = data.items
    .filter(isRunning)
    .map(item => (isUnderWay(item) ? item : { ...item, state: 'running' }))
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

const always = () => true
