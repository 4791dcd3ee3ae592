import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { IdentityQuestion } from './confirm-identity/identity-question.tsx'
import { LateScroll } from './late-scroll.ts'
import { SessionEnded } from './session-ended.tsx'

export { loadStepUp } from './confirm-identity/load-step-up.ts'
export { RecoveryBanner } from './shell/recovery-banner.tsx'

const PhotoSearch = lazyComponent(() =>
  import('#web/domains/photo-search/index.ts').then(({ PhotoSearch }) => PhotoSearch),
)

/** What every visit needs after the first screen, whatever it shows. */
export function LateFrame() {
  return (
    <>
      <LateScroll />
      <SessionEnded />
      <IdentityQuestion />
      <PhotoSearch />
    </>
  )
}
