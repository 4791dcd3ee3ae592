import { useContext, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldStateContext } from '#web/ui/form/form-state.ts'
import { NativeFieldNotes, useNativeField } from '#web/ui/form/native-field.tsx'

const NAME = 'oldAddressLost'

/** 'I no longer control the old mailbox': the old address then gets a notice without a link (NX-365). */
export function OldAddressLostField({ currentEmail }: { currentEmail: string }) {
  const { text } = useTexts()
  const { pending } = useContext(FieldStateContext)
  const [isLost, setLost] = useState(false)
  const { field, notes } = useNativeField(NAME, text('settings.email.old-lost.hint', { email: currentEmail }))
  return (
    <div>
      <Checkbox {...field} name={NAME} checked={isLost} onChange={setLost} disabled={pending}>
        {text('settings.email.old-lost')}
      </Checkbox>
      <NativeFieldNotes {...notes} />
    </div>
  )
}
