import Archive from 'lucide-react/icons/archive'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type Download, getDownloadUrl } from '#contract/downloads.ts'
import { call } from '#web/platform/http/call.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ListRow, RowNote, RowState } from '#web/ui/list-rows.tsx'
import { DownloadButton } from './download-button.tsx'

/** One archive with its content, its state and its download. */
export function ArchiveRow({ item }: { item: Download }) {
  const texts = useTexts()
  const { text } = texts
  const createdDay = instantDayLabel(texts, item.created)
  const name = item.name ?? text('downloads.archive-name', { date: createdDay })
  const expires = instantDayLabel(texts, item.expires)
  const facts = [
    text('downloads.count', { count: item.photosCount }),
    item.size !== null && fileSizeLabel(texts, item.size),
    item.name !== null && createdDay,
    item.state === 'ready' && text('downloads.available-until', { date: expires }),
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
            {text(LABEL_BY_STATE[item.state])}
          </RowState>
        )
      }
    >
      {hasFailed && <RowNote kind="error">{text('downloads.failed-text')}</RowNote>}
    </ListRow>
  )
}

const LABEL_BY_STATE: Record<Download['state'], MessageId> = {
  requested: 'downloads.state.requested',
  'in-progress': 'downloads.state.in-progress',
  ready: 'downloads.state.ready',
  failed: 'downloads.state.failed',
}
