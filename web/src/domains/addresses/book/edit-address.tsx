import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ADDRESSES_MAX } from '#contract/addresses.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import { getDeliveryCountries } from '#contract/input/address/country.ts'
import { markSaved } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { saveAddress } from '../address-queries.ts'
import { AddressForm, type AddressFormProps } from '../form/address-form.tsx'
import styles from './edit-address.module.css'
import { useIsBusiness } from './use-address-paths.ts'

/** The form of an address of the address book; saving leads to the list, which confirms it (AA-103). */
export function EditAddress({
  id,
  initial,
  canBeDefault,
  cancelTo = PATHS.addresses,
  onSaved,
}: EditAddressProps) {
  const { text } = useTexts()
  const { brand } = useConfig()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const needsCompany = useIsBusiness()
  const [isDefault, setDefault] = useState(false)
  const [isFull, setFull] = useState(false)
  const save = async (address: AddressDetails) => {
    try {
      await saveAddress(queries, { ...address, isDefault }, id)
    } catch (error) {
      setFull(error instanceof HttpFailure && error.code === 'conflict')
      throw error
    }
    markSaved('addresses')
    onSaved?.()
    await navigate({ to: PATHS.addresses })
  }
  return (
    <div className={styles.form}>
      <AddressForm
        initial={initial}
        rules={{ countries: listCountries(brand, initial), needsCompany }}
        failure={isFull ? text('addresses.full', { count: ADDRESSES_MAX }) : undefined}
        onSubmit={save}
      >
        {({ pending }) => (
          <>
            {canBeDefault && (
              <div>
                <Checkbox checked={isDefault} onChange={setDefault} disabled={pending}>
                  {text('address.use-as-default')}
                </Checkbox>
              </div>
            )}
            <FormActions>
              <Button type="submit" variant="primary" pending={pending}>
                {text('address.save')}
              </Button>
              <Button onClick={() => void navigate({ to: cancelTo })}>{text('action.cancel')}</Button>
            </FormActions>
          </>
        )}
      </AddressForm>
    </div>
  )
}

export interface EditAddressProps {
  /** Left out for a new address. */
  id?: string
  initial: AddressFormProps['initial']
  /** False where it is the default one anyway. */
  canBeDefault: boolean
  /** Where Cancel leads; the list if left out. */
  cancelTo?: string
  onSaved?: (() => void) | undefined
}

/** Returns the brand's countries; an address saved before in another country keeps it until another is chosen. */
function listCountries(
  brand: Parameters<typeof getDeliveryCountries>[0],
  { countryCode }: AddressFormProps['initial'],
) {
  const countries = getDeliveryCountries(brand)
  return countries.includes(countryCode) ? countries : [countryCode, ...countries]
}
