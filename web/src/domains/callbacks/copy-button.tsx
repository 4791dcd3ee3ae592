import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

/** Copies a value; `name` says which. `autoFocus` where it replaces the button that was pressed, which had the focus. */
export function CopyButton({
  name,
  value,
  autoFocus = false,
}: {
  name: string
  value: string
  autoFocus?: boolean
}) {
  const { text } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  // Not by the attribute: while a dialog closes in the same commit, the page is still inert.
  useEffect(() => {
    if (autoFocus) button.current?.focus()
  }, [autoFocus])
  const { isCopied, copy } = useCopy(value, {
    copied: text('integration.copied'),
    failed: text('action.copy-failed'),
  })
  return (
    <IconButton
      ref={button}
      icon={isCopied ? Check : Copy}
      label={text('integration.copy', { name })}
      onClick={() => void copy()}
    />
  )
}
