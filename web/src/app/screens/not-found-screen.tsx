import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import { FullPage } from './full-page.tsx'

export function NotFoundScreen() {
  const { text } = useTexts()
  return (
    <FullPage
      title={text('app.not-found.title')}
      text={text('app.not-found.text')}
      action={<PrimaryLink to={PATHS.overview}>{text('app.not-found.action')}</PrimaryLink>}
    />
  )
}
