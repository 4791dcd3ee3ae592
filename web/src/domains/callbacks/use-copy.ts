import { useEffect, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { announce } from '#web/ui/announcements.ts'

const COPIED_MS = 2000

/** Copies a text; `isCopied` for two seconds after it. Without a clipboard nothing is confirmed: the text can be selected. */
export function useCopy(value: string): { isCopied: boolean; copy: () => void } {
  const { text } = useTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => {
        setCopied(true)
        announce(text('integration.copied'))
      },
      () => setCopied(false),
    )
  }
  return { isCopied, copy }
}
