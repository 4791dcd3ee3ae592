import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FullPage } from './full-page.tsx'

export function NotFoundScreen() {
  const { text } = useTexts()
  return (
    <FullPage
      title={text('app.not-found.title')}
      text={text('app.not-found.text')}
      action={
        <Link to={PATHS.overview} className={buttonClass('primary')}>
          {text('app.not-found.action')}
        </Link>
      }
    />
  )
}
