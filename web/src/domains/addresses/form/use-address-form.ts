import {
  type AddressDetails,
  type AddressRuleOptions,
  createAddressSchema,
} from '#contract/input/address/address.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { type FormOptions, type FormState, useForm } from '#web/platform/forms/use-form.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { getRefusalText } from './field-texts.ts'

/** State of an address form: checked on submit by the rules of the call (AA-101); `submit` gets the normal form. */
export function useAddressForm(
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
