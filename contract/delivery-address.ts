import { z } from 'zod'
import { nameText } from './input/text.ts'

export const DELIVERY_TYPES = ['Home', 'PickupPoint'] as const

/** Where an order is delivered, in the fields of an address (OP-77); a pick-up point has its own name. */
export const deliveryAddress = z.object({
  type: z.enum(DELIVERY_TYPES),
  ...fieldsOf(z.string(), z.string()),
})
export type DeliveryAddress = z.infer<typeof deliveryAddress>

/** The same in a call. */
export const deliveryAddressInput = z.strictObject({
  type: z.enum(DELIVERY_TYPES).default('Home'),
  ...fieldsOf(nameText({ max: 200 }), z.string().regex(/^[A-Z]{2}$/)),
})

function fieldsOf<Word extends z.core.$ZodType<string>, Country extends z.ZodType<string>>(
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
