import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from './use-copy.ts'

/** Copies a value; `name` says which. */
export function CopyButton({ name, value }: { name: string; value: string }) {
  const { text } = useTexts()
  const { isCopied, copy } = useCopy(value)
  return (
    <IconButton icon={isCopied ? Check : Copy} label={text('integration.copy', { name })} onClick={copy} />
  )
}
