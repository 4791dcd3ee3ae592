import type { ReactNode } from 'react'
import {
  type AddressDetails,
  type AddressRuleOptions,
  createAddressSchema,
} from '#contract/input/address/address.ts'
import { COUNTRIES } from '#contract/input/address/country.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { type FormOptions, type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { AddressFields, type AddressFieldsProps } from './address-fields.tsx'
import styles from './address-form.module.css'
import { getRefusalText } from './field-texts.ts'

/**
 * The form of an address, for the address book and for the delivery address of an order. `children` are the
 * buttons and what else is below the fields. After a success it stays pending until the caller closes it.
 */
export function AddressForm({
  id,
  initial,
  rules = {},
  failure,
  following,
  onSubmit,
  children,
}: AddressFormProps) {
  const { countries = COUNTRIES, needsCompany } = rules
  const form = useAddressForm(rules, onSubmit, following)
  // The caller knows what can be done about an address that was deleted.
  const problem = failure !== undefined && form.problem === 'deleted' ? undefined : form.problem
  return (
    <Form
      id={id}
      className={styles.form ?? ''}
      form={{ ...form, problem }}
      failure={failure ?? <ContactText id="app.error.text" />}
    >
      <AddressFields initial={initial} countries={countries} needsCompany={needsCompany ?? false} />
      {typeof children === 'function' ? children(form) : children}
    </Form>
  )
}

export interface AddressFormProps {
  /** For a submit button outside of the form. */
  id?: string
  initial: AddressFieldsProps['initial']
  rules?: AddressRuleOptions
  /** Why the submit failed, if that is known. */
  failure?: string | undefined
  /** What the form compares with and preserves, where an address is changed. */
  following?: Parameters<typeof useAddressForm>[2]
  /** Rejects when the address could not be saved; the values stay. */
  onSubmit: (address: AddressDetails) => Promise<void>
  children?: ReactNode | ((form: FormState) => ReactNode)
}

/** State of an address form: checked on submit by the rules of the call; `submit` gets the normal form. */
function useAddressForm(
  rules: AddressRuleOptions,
  submit: (address: AddressDetails) => Promise<void>,
  following: Pick<FormOptions<AddressDetails>, 'stored' | 'refetch' | 'draft'> = {},
): FormState {
  const texts = useTexts()
  return useForm({
    check: ({ withoutStreetNumber, ...values }) => {
      const schema = createAddressSchema({ ...rules, needsStreetNumber: !withoutStreetNumber })
      return checkInput(schema, values, 'countryCode')
    },
    submit,
    ...following,
    message: (name, issue, values) => getRefusalText(texts, name, issue, values),
  })
}
