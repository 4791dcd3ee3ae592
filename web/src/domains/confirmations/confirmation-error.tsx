import { Link } from '@tanstack/react-router'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import type { IconProps } from '#web/ui/icon.tsx'
import { ResultPage } from './result-page.tsx'
import { CustomerCareLink } from './storefront-links.tsx'

/** The error page of a confirmation; 'Try again' leads to `retry`. */
export function ConfirmationError({ icon, title, text: message, reason, retry }: ConfirmationErrorProps) {
  const { text } = useTexts()
  return (
    <ResultPage
      failed
      icon={icon}
      title={text(title)}
      action={
        <Link to={retry.to} search={retry.search ?? {}} className={buttonClass('primary')}>
          {text('action.try-again')}
        </Link>
      }
      link={<CustomerCareLink />}
    >
      {reason && <p>{text(reason)}</p>}
      <p>{text(message)}</p>
    </ResultPage>
  )
}

export interface ConfirmationErrorProps {
  icon: IconProps['of']
  title: MessageId
  text: MessageId
  /** Why the link was refused, if that is known. */
  reason?: MessageId | undefined
  retry: { to: string; search?: Record<string, string | string[] | undefined> }
}
