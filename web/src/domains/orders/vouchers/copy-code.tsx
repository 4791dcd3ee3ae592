import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

/** The button that copies the code of a voucher. */
export function CopyCode({ code }: { code: string }) {
  const { text } = useTexts()
  const { isCopied, copy } = useCopy(code, {
    copied: text('order.voucher.copied'),
    failed: text('order.voucher.copy-failed'),
  })
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={text('order.voucher.copy', { code })}
      onClick={() => void copy()}
    />
  )
}
