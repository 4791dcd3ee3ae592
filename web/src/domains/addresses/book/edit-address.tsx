import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ADDRESSES_MAX, type Address } from '#contract/addresses.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import { getDeliveryCountries } from '#contract/input/address/country.ts'
import { markSaved } from '#web/domains/customers/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { HttpFailure, isNotFound } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormActions } from '#web/ui/form/form-actions.tsx'
import { addressesQuery, changeAddress, createNewAddress } from '../address-queries.ts'
import { AddressForm, type AddressFormProps } from '../form/address-form.tsx'
import { listFields } from '../form/field-order.ts'
import styles from './edit-address.module.css'
import { useIsBusiness } from './use-address-paths.ts'

/** The form of an address of the address book; saving leads to the list, which confirms it. */
export function EditAddress({
  id,
  stored,
  isDeleted = false,
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
  const draft = useDraft(`address ${id ?? 'new'}`)
  const [isGone, setGone] = useState(false)
  const isDeletedNow = isDeleted || isGone
  const save = async (address: AddressDetails) => {
    const input = { ...address, isDefault }
    try {
      await (stored && !isDeletedNow
        ? changeAddress(queries, input, stored)
        : createNewAddress(queries, input))
    } catch (error) {
      setFull(error instanceof HttpFailure && error.code === 'conflict')
      setGone(before => before || isNotFound(error))
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
        failure={
          isFull
            ? text('addresses.full', { count: ADDRESSES_MAX })
            : isDeletedNow
              ? text('address.deleted')
              : undefined
        }
        following={{
          draft,
          ...(stored &&
            !isDeletedNow && {
              stored: toFieldValues(stored),
              refetch: () => queries.invalidateQueries(addressesQuery),
            }),
        }}
        onSubmit={save}
      >
        {({ pending, failed }) => (
          <>
            {isDeletedNow && !failed && <AlertBanner kind="warning">{text('address.deleted')}</AlertBanner>}
            {canBeDefault && (
              <div>
                <Checkbox checked={isDefault} onChange={setDefault} disabled={pending}>
                  {text('address.use-as-default')}
                </Checkbox>
              </div>
            )}
            <FormActions>
              <Button type="submit" variant="primary" pending={pending}>
                {text(isDeletedNow ? 'address.save-as-new' : 'address.save')}
              </Button>
              <Button
                onClick={() => {
                  draft.remove()
                  void navigate({ to: cancelTo })
                }}
              >
                {text('action.cancel')}
              </Button>
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
  /** The address that is changed, as it is stored now. */
  stored?: Address
  /** Whether it has been deleted while it is changed; it can be saved as a new one. */
  isDeleted?: boolean
  initial: AddressFormProps['initial']
  /** False where it is the default one anyway. */
  canBeDefault: boolean
  /** Where Cancel leads; the list if left out. */
  cancelTo?: string
  onSaved?: (() => void) | undefined
}

/** Returns the values of the fields of a stored address. */
function toFieldValues(address: Address): Record<string, string> {
  const fields = [...listFields(address.countryCode).map(({ name }) => name), 'countryCode'] as const
  return Object.fromEntries([...fields, 'companyName' as const].map(name => [name, address[name] ?? '']))
}

/** Returns the brand's countries; an address saved before in another country keeps it until another is chosen. */
function listCountries(
  brand: Parameters<typeof getDeliveryCountries>[0],
  { countryCode }: AddressFormProps['initial'],
) {
  const countries = getDeliveryCountries(brand)
  return countries.includes(countryCode) ? countries : [countryCode, ...countries]
}
