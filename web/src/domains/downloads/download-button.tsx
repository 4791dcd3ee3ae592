import { useMutation } from '@tanstack/react-query'
import DownloadIcon from 'lucide-react/icons/download'
import { saveFile } from '#web/platform/files/save-file.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { RowNote } from '#web/ui/list-rows.tsx'
import { getFailureText } from './failure-text.ts'

/** Downloads a file by a signed, short-lived address, which is fetched on press (PL-181). */
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
