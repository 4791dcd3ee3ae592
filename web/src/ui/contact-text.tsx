import { useConfig } from '#web/platform/config/config-context.tsx'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** A text whose `<link>` leads to the brand's customer care. */
export function ContactText({ id }: { id: MessageId }) {
  const { rich } = useTexts()
  const { contact } = useConfig().brand.addresses
  return rich(id, {
    link: content => (
      <a href={contact} rel="noreferrer">
        {content}
      </a>
    ),
  })
}
