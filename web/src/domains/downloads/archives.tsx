import { useMutation, useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import CircleAlert from 'lucide-react/icons/circle-alert'
import DownloadIcon from 'lucide-react/icons/download'
import { DOWNLOAD_MAX_PHOTOS, type Download, getDownloadUrl } from '#contract/downloads.ts'
import { saveFile } from '#web/platform/files/save-file.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { call } from '#web/platform/http/call.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow, ListRows, RowNote, RowSkeletons, RowState } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { downloadsQuery } from './download-queries.ts'
import { getFailureText } from './failure-text.ts'

/** The customer's archives, newest first. */
export function Archives() {
  const { text } = useTexts()
  const downloads = useQuery(downloadsQuery)
  const hasPhotos = useFlag('PhotoManagementTimelineViewEnabled')
  switch (downloads.status) {
    case 'pending':
      return (
        <Loading id="downloads.loading" data-loading>
          <RowSkeletons count={3} />
        </Loading>
      )
    case 'error':
      return <LoadFailed retry={downloads.refetch} id="downloads.load-failed" />
    case 'success':
      return downloads.data.items.length === 0 ? (
        <EmptyState
          icon={Archive}
          headingLevel="h3"
          title={text('downloads.empty')}
          text={text('downloads.empty.text', { limit: DOWNLOAD_MAX_PHOTOS })}
          action={hasPhotos && <PrimaryLink to={PATHS.photos}>{text('downloads.empty.action')}</PrimaryLink>}
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

/** One archive with its content, its state and its download. */
function ArchiveRow({ item }: { item: Download }) {
  const { texts, text } = useTexts()
  const createdDay = instantDayLabel(texts, item.created)
  const name = item.name ?? text('downloads.archive-name', { date: createdDay })
  const expires = lastDayLabel(texts, item.expires)
  const facts = [
    text('photos.count', { count: item.photosCount }),
    item.size !== null && fileSizeLabel(texts, item.size),
    item.name !== null && createdDay,
    item.state === 'ready' && text('activity.available-until', { date: expires }),
  ]
  const hasFailed = item.state === 'failed'
  return (
    <ListRow
      icon={hasFailed ? CircleAlert : Archive}
      critical={hasFailed}
      name={name}
      facts={facts}
      end={
        item.state === 'ready' ? (
          <DownloadButton
            name={name}
            fileName={`${item.id}.zip`}
            address={() => call(getDownloadUrl, { params: { id: item.id } })}
          />
        ) : (
          <RowState busy={!hasFailed} failed={hasFailed}>
            {text(`downloads.state.${item.state}`)}
          </RowState>
        )
      }
    >
      {hasFailed && <RowNote kind="error">{text('downloads.failed-text')}</RowNote>}
    </ListRow>
  )
}

/** Downloads a file by a signed, short-lived address, which is fetched on press. */
export function DownloadButton({
  name,
  fileName,
  address,
  primary = false,
  onDownloaded,
}: DownloadButtonProps) {
  const { text } = useTexts()
  const download = useMutation({
    mutationFn: address,
    onSuccess: ({ url }) => {
      saveFile(url, fileName)
      onDownloaded?.()
    },
  })
  return (
    <>
      <Button
        variant={primary ? 'primary' : 'quiet'}
        icon={DownloadIcon}
        pending={download.isPending}
        aria-label={text('downloads.download-of', { name })}
        onClick={() => download.mutate()}
      >
        {text('downloads.download')}
      </Button>
      {download.isError && (
        <div role="alert">
          <RowNote kind="error">{text(getFailureText(download.error))}</RowNote>
        </div>
      )}
    </>
  )
}

interface DownloadButtonProps {
  /** Name of the download, for screen readers. */
  name: string
  fileName: string
  address: () => Promise<{ url: string }>
  primary?: boolean
  /** Called when the browser has started the download. */
  onDownloaded?: () => void
}
