import { useMutation } from '@tanstack/react-query'
import DownloadIcon from 'lucide-react/icons/download'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { RowNote } from '#web/ui/list-rows.tsx'
import { saveFile } from './save-file.ts'

/** Saves a file whose address is signed and lives short: it is asked for at the press (PL-181). */
export function DownloadButton({ name, fileName, address, primary = false, onTaken }: DownloadButtonProps) {
  const { text } = useTexts()
  const download = useMutation({
    mutationFn: address,
    onSuccess: ({ url }) => {
      saveFile(url, fileName)
      onTaken?.()
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
          <RowNote kind="wrong">{text('download.failed')}</RowNote>
        </div>
      )}
    </>
  )
}

interface DownloadButtonProps {
  /** What is downloaded, in words. */
  name: string
  fileName: string
  address: () => Promise<{ url: string }>
  primary?: boolean
  /** Called when the browser has taken it over. */
  onTaken?: () => void
}
