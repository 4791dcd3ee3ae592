import { Overview } from '#web/domains/overview/index.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { LandingMenu } from '../shell/landing-menu.tsx'

/** '/': the overview on desktop, the menu on small and medium screens. */
export function LandingScreen() {
  return isMobile(useScreenSize()) ? <LandingMenu /> : <Overview />
}
