import WandSparkles from 'lucide-react/icons/wand-sparkles'
import type { RefObject } from 'react'
import { GridHelp, PageTool, type PhotoTargets } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useSuggest } from '../my-photos/use-suggest.ts'
import { useLibraryActions } from './library-actions.ts'

/** Tooltips and keyboard shortcuts of the timeline. */
export function LibraryHelp({ grid }: { grid: RefObject<HTMLElement | null> }) {
  return <GridHelp grid={grid} actions={useLibraryActions()} />
}

/** 'Suggest a selection' of the selected photos, else of `source`, by default the library. */
export function SuggestTool({ selected, source }: { selected: PhotoTargets; source?: string }) {
  const { text } = useTexts()
  return (
    <PageTool
      icon={WandSparkles}
      name={text('suggest.title')}
      nameHidden="mobile"
      onPress={useSuggest(selected, source)}
    />
  )
}
