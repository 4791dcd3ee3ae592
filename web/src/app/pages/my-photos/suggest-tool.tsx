import WandSparkles from 'lucide-react/icons/wand-sparkles'
import { PageTool, type PhotoTargets } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useSuggest } from './use-suggest.ts'

/** 'Suggest a selection' of the selected photos, else of `source`, by default the library (NX-231). */
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
