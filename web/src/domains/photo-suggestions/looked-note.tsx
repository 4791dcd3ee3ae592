import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** Says how many photos have been looked at, while it is not all of them. */
export function LookedNote({ looked: { done, of } }: { looked: { done: number; of: number } }) {
  const { text } = useTexts()
  if (done >= of) return null
  return <p className="ui-note">{text('suggest.looked', { done, of })}</p>
}
