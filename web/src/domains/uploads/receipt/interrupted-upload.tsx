import { useRef, useState } from 'react'
import { closeUploadBatch } from '#contract/upload-batches.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { Button } from '#web/ui/button.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { getUploadEndpoint } from '../engine/browser-environment.ts'
import { ACCEPT } from '../engine/file-restrictions.ts'
import { currentUploads } from '../tray/current-uploads.ts'
import { startLibraryUploads } from '../tray/use-library-uploads.ts'
import { matchBatchFiles } from './match-files.ts'
import { readReceipt } from './receipt-query.ts'

/** Continues an interrupted upload batch with its files, chosen again, or closes it. `onChanged` is called after both. */
export function InterruptedUpload({ batchId, onChanged }: InterruptedUploadProps) {
  const { text } = useTexts()
  const account = useClaims().sub
  const endpoint = getUploadEndpoint()
  const input = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState<'choose' | 'close'>()
  const run = async (action: 'choose' | 'close', work: () => Promise<void>) => {
    setPending(action)
    try {
      await work()
      onChanged()
    } catch (error) {
      reportFailure(error)
      const failure = action === 'close' ? 'upload.interrupted.close-failed' : 'upload.interrupted.failed'
      toasts.add({ subject: 'upload', kind: 'error', text: text(failure) })
    }
    setPending(undefined)
  }
  const add = async (endpoint: string, files: readonly File[]) => {
    const receipt = await readReceipt(batchId, AbortSignal.timeout(RECEIPT_MS))
    const { batchFiles, unmatchedCount } = matchBatchFiles(receipt.files, files)
    if (unmatchedCount > 0)
      toasts.add({
        subject: 'upload',
        kind: 'error',
        text: text('upload.interrupted.unmatched', { count: unmatchedCount }),
      })
    if (batchFiles.length === 0) return
    const uploads = await startLibraryUploads(account, endpoint)
    await uploads.addToBatch(batchId, batchFiles)
  }
  const close = async () => {
    await call(closeUploadBatch, { params: { id: batchId } })
    currentUploads.get()?.uploads.closeBatch(batchId)
  }
  return (
    <>
      {endpoint && (
        <>
          <Button
            variant="line"
            size="small"
            pending={pending === 'choose'}
            onClick={() => input.current?.click()}
          >
            {text('upload.interrupted.choose')}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept={ACCEPT}
            aria-label={text('upload.interrupted.choose')}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])]
              // The same files may be chosen again.
              currentTarget.value = ''
              if (files.length > 0) void run('choose', () => add(endpoint, files))
            }}
          />
        </>
      )}
      <Button
        variant="plain"
        size="small"
        pending={pending === 'close'}
        onClick={() => void run('close', close)}
      >
        {text('action.close')}
      </Button>
    </>
  )
}

export interface InterruptedUploadProps {
  batchId: string
  onChanged: () => void
}

const RECEIPT_MS = 60_000
