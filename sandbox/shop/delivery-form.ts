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

/** The fields of an address in the form, named as its parts; those of a home are not asked for when the order is picked up. */
const person = { firstName: required, lastName: required }
const home = {
  street: required,
  streetNumber: required,
  streetNumberAddition: optional,
  postalCode: required,
  city: required,
}
const phone = { phoneNumber: optional.regex(PHONE, 'delivery.not-valid') }
const payment = z.enum(PAYMENT_CHOICES, 'delivery.needed')

/** `delivery`: 'home' or the id of a pick-up point. */
const homeForm = z.object({
  delivery: z.literal('home', 'delivery.needed'),
  ...person,
  ...home,
  ...phone,
  payment,
})
const pickupForm = z.object({ delivery: z.string(), ...person, ...phone, payment })

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

/** Creates the values that fill in the form with an address. */
export const toDeliveryValues = (
  address: Partial<Record<DeliveryField, string | undefined>>,
): DeliveryForm['values'] => ({
  ...(Object.fromEntries(FIELDS.map(name => [name, address[name] ?? ''])) as DeliveryForm['values']),
  delivery: 'home',
  payment: 'now',
})
