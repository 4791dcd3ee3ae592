import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Archive from 'lucide-react/icons/archive'
import { DOWNLOAD_MAX_PHOTOS } from '#contract/downloads.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRows, RowSkeletons } from '#web/ui/list-rows.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ArchiveRow } from './archive-row.tsx'
import { downloadsQuery } from './download-queries.ts'

/** The customer's archives, newest first. */
export function Archives() {
  const { text } = useTexts()
  const downloads = useQuery(downloadsQuery)
  const hasPhotos = useFlag('PhotoManagementTimelineViewEnabled')
  switch (downloads.status) {
    case 'pending':
      return (
        <div role="status" data-loading>
          <VisuallyHidden>{text('downloads.loading')}</VisuallyHidden>
          <RowSkeletons count={3} />
        </div>
      )
    case 'error':
      return (
        <AlertBanner kind="error" onRetry={() => void downloads.refetch()}>
          {text('downloads.load-failed')}
        </AlertBanner>
      )
    case 'success':
      return downloads.data.items.length === 0 ? (
        <EmptyState
          icon={Archive}
          headingLevel="h3"
          title={text('downloads.empty')}
          text={text('downloads.empty.text', { limit: DOWNLOAD_MAX_PHOTOS })}
          action={
            hasPhotos && (
              <Link to={PATHS.photos} className={buttonClass('primary')}>
                {text('downloads.empty.action')}
              </Link>
            )
          }
        />
      ) : (
        <ListRows>
          {downloads.data.items.map(item => (
            <ArchiveRow key={item.id} item={item} />
          ))}
        </ListRows>
      )
  }
}
