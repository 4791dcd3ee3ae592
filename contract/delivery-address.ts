import { z } from 'zod'
import { addressFields, createAddressChecks } from './input/address/address.ts'
import { isoCountryCode } from './input/country-code.ts'
import { refuseField } from './input/field-issues.ts'
import { nameText } from './input/text.ts'

export const DELIVERY_TYPES = ['Home', 'PickupPoint'] as const

/** The third type marks a requested address until the order system has applied it. */
const SHOWN_TYPES = [...DELIVERY_TYPES, 'ChangeInProgress'] as const

/** The delivery address of an order, in the fields of an address, with the name of a pick-up point. */
export const deliveryAddress = z.object({
  type: z.enum(SHOWN_TYPES),
  ...toFields(z.string(), z.string()),
})
export type DeliveryAddress = z.infer<typeof deliveryAddress>

/** A delivery address as the order system sends it: at home with street and city, at a pick-up point with its name. */
export const deliveryAddressInput = z
  .strictObject({
    type: z.enum(DELIVERY_TYPES).default('Home'),
    ...toFields(nameText({ max: 200 }), isoCountryCode),
  })
  .superRefine((address, ctx) => {
    const required =
      address.type === 'PickupPoint' ? (['pickupPointName'] as const) : (['street', 'city'] as const)
    for (const field of required) if (address[field] === undefined) refuseField(ctx, [field], 'missing')
  })
export type RetailerAddress = z.infer<typeof deliveryAddressInput>

/** The address of a change: by the rules of the address book. */
export const homeAddressInput = z.object(addressFields).check(...createAddressChecks())

function toFields<Word extends z.core.$ZodType<string>, Country extends z.core.$ZodType<string>>(
  word: Word,
  countryCode: Country,
) {
  const optional = z.optional(word)
  return {
    pickupPointName: optional,
    firstName: optional,
    lastName: word,
    companyName: optional,
    street: optional,
    streetNumber: optional,
    streetNumberAddition: optional,
    postalCode: optional,
    city: optional,
    countryCode,
    phoneNumber: optional,
  }
}
