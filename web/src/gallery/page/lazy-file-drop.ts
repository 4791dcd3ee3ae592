import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** See file-drop.tsx. */
export const FileDrop = afterFirstScreen(
  lazyComponent(() => import('./file-drop.tsx').then(({ FileDrop }) => FileDrop)),
)
