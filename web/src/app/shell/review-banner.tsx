import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { getJournalReview } from '#contract/journal.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './shell-banner.module.css'

/** Leads an owner who has ended all access to what happened before, until they have checked it. */
export function ReviewBanner() {
  const { text } = useTexts()
  if (!useQuery(reviewQuery).data?.lockedAt) return null
  return (
    <div className={classes('ui-column ui-screen-only', styles.place)}>
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
    </div>
  )
}

const reviewQuery = callQuery(['journal', 'review'], getJournalReview)
