import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import type { RailProps } from './rail.tsx'

const Rail = afterFirstScreen(() => import('./rail.tsx'), 'Rail')

/**
 * Date scrubber: years and months along the right edge, in proportion to their photos; a click, drag or key scrolls to
 * them. Narrow screens show only its thumb, while the page scrolls.
 */
export function Scrubber(props: RailProps) {
  const { layout } = props.view
  return layout.months > 0 && layout.height > innerHeight * 2 ? <Rail {...props} /> : null
}
