import { z } from 'zod'
import { deliveryAddressInput, type RetailerAddress } from '#contract/delivery-address.ts'
import { createRequiredText, createText, type EnteredForm, readForm } from './forms.ts'
import pickupPoints from './pickup-points.json' with { type: 'json' }

/** Payment choices of the form: paid immediately, later on the pay page, or a payment that fails. */
export const PAYMENT_CHOICES = ['now', 'later', 'failing'] as const
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number]

const LENGTH_MAX = 200
const required = createRequiredText(LENGTH_MAX, 'delivery.too-long')
const optional = createText(LENGTH_MAX, 'delivery.too-long')
/** Digits and their usual separators. */
const PHONE = /^(\+?[\d\s()/.-]{5,30})?$/

/** The fields of an address are named as its parts. `delivery`: 'home' or the id of a pick-up point. */
const homeForm = z.object({
  delivery: z.literal('home', 'delivery.needed'),
  firstName: required,
  lastName: required,
  street: required,
  streetNumber: required,
  streetNumberAddition: optional,
  postalCode: required,
  city: required,
  phoneNumber: optional.regex(PHONE, 'delivery.not-valid'),
  payment: z.enum(PAYMENT_CHOICES, 'delivery.needed'),
})
/** The address of a home is not asked for when the order is picked up. */
const pickupForm = homeForm
  .pick({ firstName: true, lastName: true, phoneNumber: true, payment: true })
  .extend({ delivery: z.string() })

const FIELDS = Object.keys(homeForm.shape) as DeliveryField[]
export type DeliveryField = keyof typeof homeForm.shape
export type DeliveryForm = EnteredForm<DeliveryField>

/** Lists the places of a country where customers pick up their parcels. All are invented. */
export const listPickupPoints = (country: string) =>
  pickupPoints.filter(({ address }) => address.countryCode === country)

/** Reads the submitted form; `country` is the country of delivery. Without problems it has address and payment. */
export function readDeliveryForm(
  fields: Record<string, unknown>,
  country: string,
): DeliveryForm & { delivery?: { address: RetailerAddress; payment: PaymentChoice } } {
  const point = listPickupPoints(country).find(({ id }) => id === fields.delivery)
  const { data, ...form } = readForm(FIELDS, point ? pickupForm : homeForm, fields)
  if (!data) return form
  const { delivery: _, payment, ...entered } = data
  const filled = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== ''))
  const pickup = point && { type: 'PickupPoint', ...point.address }
  const address = deliveryAddressInput.parse({ ...filled, countryCode: country, ...pickup })
  return { ...form, delivery: { address, payment } }
}

/** Creates the form that is filled in with an address. */
export function fillDeliveryForm(address: object): DeliveryForm {
  const { values } = readForm(FIELDS, homeForm, { ...address, delivery: 'home', payment: 'now' })
  return { values, problems: {} }
}
