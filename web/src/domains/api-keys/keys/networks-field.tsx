import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** The networks from which a key works, one in a line; empty: all. */
export function NetworksField({ networks = [] }: { networks?: readonly string[] }) {
  const { text } = useTexts()
  return (
    <TextAreaField
      name="networks"
      label={text('api-keys.networks')}
      optional={text('settings.optional')}
      hint={text('api-keys.networks.hint')}
      defaultValue={networks.join('\n')}
      rows={2}
    />
  )
}
