import { type ReactNode, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ReportPhotos } from './report-photos.ts'

/**
 * Sends a report or a message with its photos: waits for those that are being sent, and asks before failed ones are left out. `send` handles its failures.
 */
export function useSendWithPhotos(
  photos: ReportPhotos,
  send: (attachmentIds: string[]) => Promise<unknown>,
): { isSending: boolean; start: () => Promise<void>; question: ReactNode } {
  const { text } = useTexts()
  const [isSending, setSending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const start = async ({ isWithoutFailed = false } = {}) => {
    setAsking(false)
    setSending(true)
    try {
      await photos.waitUntilSent()
      if (!isWithoutFailed && photos.list().some(({ state }) => state === 'failed')) return setAsking(true)
      await send(photos.listAttachmentIds())
    } finally {
      setSending(false)
    }
  }
  const question = isAsking && (
    <ConfirmDialog
      title={text('complaint.photos-failed.title')}
      confirmLabel={text('complaint.photos-failed.send')}
      onConfirm={() => void start({ isWithoutFailed: true })}
      onCancel={() => setAsking(false)}
    >
      {text('complaint.photos-failed.text')}
    </ConfirmDialog>
  )
  return { isSending, start: () => start(), question }
}
