import { useEffect, useState } from 'react'
import { announce } from './announcements.ts'
import { toasts } from './toasts.ts'

/** For how long a control shows that it has copied. */
const COPIED_MS = 2000

/** Copies a text to the clipboard, with whether it succeeded; says so to screen readers, and shows a failure as a toast. */
export function useCopy(value: string, texts: { copied: string; failed: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      announce(texts.copied)
      return true
    } catch {
      toasts.add({ subject: 'copy', kind: 'error', text: texts.failed })
      return false
    }
  }
  return { isCopied, copy }
}
