import { useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { announce } from '#web/ui/announcements.ts'
import { type Confirmation, toUploadedText } from '../file-list/item-texts.ts'
import type { Counts } from '../queue/counts.ts'

/**
 * Announces to screen readers: what was dropped, `named` in words, refused and unreadable files immediately, every completed
 * quarter, and the result.
 */
export function useAnnouncements(counts: Counts, confirmation: Confirmation = 'selection', named = ''): void {
  const { text } = useTexts()
  const announced = useRef({ refused: 0, unreadable: 0, quarter: 0, active: 0, named: '' })
  const { photos: total, active, refused, failed, unreadable, added, known } = counts
  const done = total - active - counts.paused - counts.missing
  const quarter = total === 0 ? 0 : Math.floor((4 * done) / total)
  useEffect(() => {
    const { current } = announced
    const messages: string[] = named !== current.named && named !== '' ? [named] : []
    if (current.active > 0 && active === 0) {
      if (added > 0) messages.push(text(`upload.group.${toUploadedText(confirmation)}`, { count: added }))
      if (known > 0) messages.push(text('upload.group.already-there', { count: known }))
      if (refused > 0) messages.push(text('upload.group.refused', { count: refused }))
      if (unreadable > 0) messages.push(text('upload.group.unreadable', { count: unreadable }))
      if (failed > 0) messages.push(text('upload.group.failed', { count: failed }))
    } else {
      if (refused > current.refused) messages.push(text('upload.group.refused', { count: refused }))
      if (unreadable > current.unreadable)
        messages.push(text('upload.group.unreadable', { count: unreadable }))
      if (quarter > current.quarter && quarter < 4) messages.push(text('upload.announce', { done, total }))
    }
    announced.current = { refused, unreadable, quarter, active, named }
    if (messages.length > 0) announce(messages.join(', '))
  }, [text, confirmation, named, active, refused, failed, unreadable, added, known, quarter, done, total])
}
