import { Overview } from '#web/domains/overview/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { LandingMenu } from '../shell/landing-menu.tsx'

const ReviewBanners = lazyComponent(() => import('../shell/review-banner.tsx'), 'ReviewBanners')

/** '/': the overview on desktop, the menu on small and medium screens. */
export function LandingScreen() {
  const isSmall = isMobile(useScreenSize())
  return (
    <>
      <ReviewBanners />
      {isSmall ? <LandingMenu /> : <Overview />}
    </>
  )
}
