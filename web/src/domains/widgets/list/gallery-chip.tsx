import type { GalleryState } from '#contract/widgets.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Chip, type ChipTone } from '#web/ui/chip.tsx'

/** Visibility of a widget: by link or in the gallery; an unknown state counts as by link. */
export function GalleryChip({ state }: { state: string | null }) {
  const { text } = useTexts()
  const [label, tone] = LABEL_BY_STATE[state as GalleryState] ?? (['widgets.state.link', 'neutral'] as const)
  return (
    <Chip tone={tone} small>
      {text(label)}
    </Chip>
  )
}

const LABEL_BY_STATE: Partial<Record<GalleryState, readonly [MessageId, ChipTone]>> = {
  approved: ['widgets.state.approved', 'accent'],
  pending: ['widgets.state.pending', 'warning'],
  rejected: ['widgets.state.rejected', 'critical'],
}
