import { useRef, useState } from 'react'
import { closeUploadBatch, type ReceiptFile } from '#contract/upload-batches.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { toasts } from '#web/ui/toasts.ts'
import type { BatchFile } from '../engine/add-files.ts'
import { getUploadEndpoint } from '../engine/browser-environment.ts'
import { ACCEPT } from '../engine/file-restrictions.ts'
import { currentUploads } from '../tray/current-uploads.ts'
import { startLibraryUploads } from '../tray/use-library-uploads.ts'
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
          <FileInput
            inputRef={input}
            label={text('upload.interrupted.choose')}
            accept={ACCEPT}
            onPicked={files => void run('choose', () => add(endpoint, files))}
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

/**
 * Finds the unfinished files of a batch among chosen files, by name and size; the hash decides later whether an upload is
 * resumed. Each is found once. `unmatchedCount` files do not belong to the batch.
 */
function matchBatchFiles(
  files: readonly ReceiptFile[],
  pickedFiles: readonly File[],
): { batchFiles: BatchFile[]; unmatchedCount: number } {
  const missingFiles = files.filter(isUnfinished)
  const batchFiles: BatchFile[] = []
  for (const file of pickedFiles) {
    const index = missingFiles.findIndex(
      ({ fileName, size }) => toComparable(fileName) === toComparable(file.name) && size === file.size,
    )
    if (index < 0) continue
    const [{ fileId }] = missingFiles.splice(index, 1) as [ReceiptFile]
    batchFiles.push({ fileId, file })
  }
  return { batchFiles, unmatchedCount: pickedFiles.length - batchFiles.length }
}

/** Whether a file of a batch is still to be sent, or was not sent before its batch was closed. */
const isUnfinished = ({ state, reason }: ReceiptFile) =>
  state === 'waiting' || state === 'receiving' || (state === 'failed' && reason === 'closed')

/** The service stores names in NFC, without surrounding spaces. */
const toComparable = (name: string) => name.toWellFormed().normalize('NFC').trim()
