import { useMutation } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import CircleAlert from 'lucide-react/icons/circle-alert'
import DownloadIcon from 'lucide-react/icons/download'
import { type Download, getDownloadUrl } from '#contract/downloads.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call } from '#web/platform/http/call.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './downloads-page.module.css'
import { saveFile } from './save-file.ts'

/** One archive: what it holds, how far it is, and its download. */
export function ArchiveRow({ item }: { item: Download }) {
  const texts = useTexts()
  const { text } = texts
  const { timeZone } = useConfig().brand
  const created = instantDayLabel(texts, item.created, timeZone)
  const name = item.name ?? text('downloads.archive-name', { date: created })
  const expires = instantDayLabel(texts, item.expires, timeZone)
  const facts = [
    text('downloads.count', { count: item.photosCount }),
    item.size !== null && fileSizeLabel(texts, item.size),
    item.name !== null && created,
    item.state === 'ready' && text('downloads.available-until', { date: expires }),
  ]
  const failed = item.state === 'failed'
  return (
    <li className={styles.row}>
      <span className={classes(styles.icon, failed && styles.failedIcon)}>
        <Icon of={failed ? CircleAlert : Archive} size={22} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
        {failed && <p className={styles.failed}>{text('downloads.failed-text')}</p>}
      </div>
      {item.state === 'ready' ? <DownloadButton id={item.id} name={name} /> : <State state={item.state} />}
    </li>
  )
}

function State({ state }: { state: Exclude<Download['state'], 'ready'> }) {
  const { text } = useTexts()
  return (
    <p className={classes(styles.state, state === 'failed' && styles.failed)}>
      {state !== 'failed' && <Spinner size={18} />}
      {text(STATES[state])}
    </p>
  )
}

const STATES: Record<Download['state'], MessageId> = {
  requested: 'downloads.state.requested',
  'in-progress': 'downloads.state.in-progress',
  ready: 'downloads.state.ready',
  failed: 'downloads.state.failed',
}

/** Its address is signed and lives short, so it is asked for at the press (PL-181). */
function DownloadButton({ id, name }: { id: string; name: string }) {
  const { text } = useTexts()
  const download = useMutation({
    mutationFn: () => call(getDownloadUrl, { params: { id } }),
    onSuccess: ({ url }) => saveFile(url, `${id}.zip`),
  })
  return (
    <div className={styles.download}>
      <Button
        variant="quiet"
        icon={DownloadIcon}
        pending={download.isPending}
        aria-label={text('downloads.download-of', { name })}
        onClick={() => download.mutate()}
      >
        {text('downloads.download')}
      </Button>
      {download.isError && (
        <p role="alert" className={styles.failed}>
          {text('download.failed')}
        </p>
      )}
    </div>
  )
}
