import { useContext, useState } from 'react'
import type { AddressDetails } from '#contract/input/address/address.ts'
import type { Country } from '#contract/input/address/country.ts'
import { numberComesFirst } from '#contract/input/address/street-lines.ts'
import { hasHouseNames } from '#contract/input/address/street-number.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { FieldStateContext } from '#web/ui/form/form-state.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField, type TextFieldProps } from '#web/ui/form/text-field.tsx'
import { getCountryName } from '../address-lines.ts'
import styles from './address-fields.module.css'
import { type AddressField, listFields } from './field-order.ts'
import { getFieldTexts } from './field-texts.ts'

/**
 * The fields of an address inside a Form, with the order and labels of its country. Another country reorders them; what
 * was typed stays.
 */
export function AddressFields({ initial, countries, needsCompany = false }: AddressFieldsProps) {
  const { texts, text, locale } = useTexts()
  const { pending } = useContext(FieldStateContext)
  const [country, setCountry] = useState(initial.countryCode)
  const [isWithoutNumber, setWithoutNumber] = useState(Boolean(initial.street) && !initial.streetNumber)
  const canBeWithoutNumber = !hasHouseNames(country)
  const options = countries
    .map(id => ({ id, label: getCountryName(locale, id) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  const visibleFields = listFields(country).filter(({ name }) => {
    if (name === 'companyName') return needsCompany || Boolean(initial.companyName)
    // In countries where the number comes first, it includes flats and floors.
    if (name === 'streetNumberAddition') return !numberComesFirst(country) || Boolean(initial[name])
    return true
  })
  return (
    <div className={classes('ui-stack16', styles.fields)}>
      <div className={styles.field} style={{ '--columns': 12 } as React.CSSProperties}>
        <SelectField
          name="countryCode"
          label={text('address.country')}
          options={options}
          value={country}
          onChange={id => setCountry(id as Country)}
          autoComplete="country"
        />
      </div>
      {visibleFields.map(({ name, columns, shares }) => (
        <div
          key={name}
          className={styles.field}
          data-shares={shares || undefined}
          style={{ '--columns': columns } as React.CSSProperties}
        >
          <TextField
            name={name}
            defaultValue={initial[name] ?? ''}
            {...getFieldTexts(texts, name, country, needsCompany)}
            {...INPUT_PROPS_BY_FIELD[name]}
            isDisabled={name === 'streetNumber' && canBeWithoutNumber && isWithoutNumber}
          />
          {name === 'streetNumber' && canBeWithoutNumber && (
            <div className="ui-above8">
              <Checkbox checked={isWithoutNumber} onChange={setWithoutNumber} disabled={pending}>
                {text('address.number.none')}
              </Checkbox>
              {isWithoutNumber && <input type="hidden" name="withoutStreetNumber" value="true" />}
            </div>
          )}
        </div>
      ))}
    </div>
  )
}

export interface AddressFieldsProps {
  initial: Partial<AddressDetails> & Pick<AddressDetails, 'countryCode'>
  /** The countries to choose from; one only where the country is fixed. */
  countries: readonly Country[]
  /** Set for business customers. */
  needsCompany?: boolean
}

type InputProps = Pick<TextFieldProps, 'autoComplete' | 'autoCapitalize' | 'type' | 'spellCheck'>

const INPUT_PROPS_BY_FIELD: Record<AddressField, InputProps> = {
  firstName: { autoComplete: 'given-name', spellCheck: 'false' },
  lastName: { autoComplete: 'family-name', spellCheck: 'false' },
  companyName: { autoComplete: 'organization' },
  street: { autoComplete: 'off', spellCheck: 'false' },
  streetNumber: { autoComplete: 'off' },
  streetNumberAddition: { autoComplete: 'address-line2' },
  postalCode: { autoComplete: 'postal-code', autoCapitalize: 'characters' },
  city: { autoComplete: 'address-level2' },
  phoneNumber: { autoComplete: 'tel', type: 'tel' },
}
