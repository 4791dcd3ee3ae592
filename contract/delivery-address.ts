import { z } from 'zod'
import { nameText } from './input/text.ts'

const word = nameText({ max: 200 })

export const DELIVERY_TYPES = ['Home', 'PickupPoint'] as const

/** Where an order is delivered, in the fields of an address (OP-77); a pick-up point has its own name. */
export const deliveryAddress = z.object({
  type: z.enum(DELIVERY_TYPES).default('Home'),
  pickupPointName: z.optional(word),
  firstName: z.optional(word),
  lastName: word,
  companyName: z.optional(word),
  street: z.optional(word),
  streetNumber: z.optional(word),
  streetNumberAddition: z.optional(word),
  postalCode: z.optional(word),
  city: z.optional(word),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  phoneNumber: z.optional(word),
})
export type DeliveryAddress = z.infer<typeof deliveryAddress>
