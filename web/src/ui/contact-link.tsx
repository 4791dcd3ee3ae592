import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** A link to the brand's customer care. */
export function ContactLink({ className }: { className?: string }) {
  const { text } = useTexts()
  return (
    <a href={useConfig().brand.addresses.contact} rel="noreferrer" className={className}>
      {text('app.contact-customer-care')}
    </a>
  )
}
