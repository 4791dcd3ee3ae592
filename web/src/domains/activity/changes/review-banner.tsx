import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { reviewQuery } from './changes-queries.ts'

/** Leads an owner who has ended all access to what happened before, until they have checked it. */
export function ReviewBanner() {
  const { text } = useTexts()
  if (!useQuery(reviewQuery).data?.lockedAt) return null
  return (
    <AlertBanner
      kind="info"
      icon={ShieldCheck}
      title={text('changes.card.title')}
      action={
        <Link to={PATHS.changes} className={buttonClass('line', 'small')}>
          {text('changes.see')}
        </Link>
      }
    >
      {text('changes.card.text')}
    </AlertBanner>
  )
}
