import { deliveryAddressInput, type RetailerAddress } from '#contract/delivery-address.ts'
import { findPickupPoint, type PickupPoint } from './pickup-points.ts'

interface Field {
  /** Its part of the address. */
  part: 'firstName' | 'lastName' | 'phoneNumber' | HomePart
  autocomplete: string
  isOptional?: true
  /** Hidden when the order is picked up. */
  isHome?: true
}
type HomePart = 'street' | 'streetNumber' | 'streetNumberAddition' | 'postalCode' | 'city'

const FIELDS = {
  'first-name': { part: 'firstName', autocomplete: 'given-name' },
  'last-name': { part: 'lastName', autocomplete: 'family-name' },
  street: { part: 'street', autocomplete: 'address-line1', isHome: true },
  number: { part: 'streetNumber', autocomplete: 'off', isHome: true },
  addition: { part: 'streetNumberAddition', autocomplete: 'off', isHome: true, isOptional: true },
  'postal-code': { part: 'postalCode', autocomplete: 'postal-code', isHome: true },
  city: { part: 'city', autocomplete: 'address-level2', isHome: true },
  phone: { part: 'phoneNumber', autocomplete: 'tel', isOptional: true },
} as const satisfies Record<string, Field>
export type AddressField = keyof typeof FIELDS

/** The fields of an address in the form, in their sequence. */
export const ADDRESS_FIELDS = Object.entries<Field>(FIELDS) as [AddressField, Field][]

/** Payment choices of the form: paid immediately, later on the pay page, or a payment that fails. */
export const PAYMENT_CHOICES = ['now', 'later', 'failing'] as const
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number]

export type DeliveryField = AddressField | 'delivery' | 'payment'
/** The entered values; `delivery` is 'home' or the id of a pick-up point. */
export type DeliveryValues = Record<DeliveryField, string>

/** Text id of a field's error. */
export type DeliveryProblem = 'delivery.needed' | 'delivery.too-long' | 'delivery.not-valid'

export interface DeliveryForm {
  values: DeliveryValues
  problems: Partial<Record<DeliveryField, DeliveryProblem>>
  /** Valid when there are no problems. */
  address: RetailerAddress
  payment: PaymentChoice
}

/** Reads and validates the submitted form; `country` is the country of delivery. */
export function readDeliveryForm(fields: Record<string, unknown>, country: string): DeliveryForm {
  const readText = (field: DeliveryField) => (typeof fields[field] === 'string' ? fields[field].trim() : '')
  const point = findPickupPoint(country, readText('delivery'))
  const payment = PAYMENT_CHOICES.find(each => each === readText('payment'))
  const values = { delivery: readText('delivery'), payment: readText('payment') } as DeliveryValues
  const problems: DeliveryForm['problems'] = {}
  if (!point && values.delivery !== 'home') problems.delivery = 'delivery.needed'
  const entered: Partial<Record<Field['part'], string>> = {}
  for (const [name, field] of ADDRESS_FIELDS) {
    values[name] = readText(name)
    if (point && field.isHome) continue
    if (values[name]) entered[field.part] = values[name]
    const problem = findProblem(name, field, values[name])
    if (problem) problems[name] = problem
  }
  if (!payment) problems.payment = 'delivery.needed'
  const address = { ...entered, ...(point ? toPickup(point) : { type: 'Home' }), countryCode: country }
  return { values, problems, address: address as RetailerAddress, payment: payment ?? 'now' }
}

const toPickup = ({ id: _, name, ...place }: PickupPoint) => ({
  type: 'PickupPoint',
  pickupPointName: name,
  ...place,
})

/** Creates the values that fill in the form with an address. */
export const toDeliveryValues = (
  address: Partial<Record<Field['part'], string | undefined>> | undefined,
): DeliveryValues => ({
  ...(Object.fromEntries(ADDRESS_FIELDS.map(([name, { part }]) => [name, address?.[part] ?? ''])) as Record<
    AddressField,
    string
  >),
  delivery: 'home',
  payment: 'now',
})

const LENGTH_MAX = 200
/** Digits and their usual separators. */
const PHONE = /^\+?[\d\s()/.-]{5,30}$/

function findProblem(name: AddressField, { isOptional }: Field, value: string): DeliveryProblem | undefined {
  if (value === '') return isOptional ? undefined : 'delivery.needed'
  if (value.length > LENGTH_MAX) return 'delivery.too-long'
  // All address fields have the same schema, so that of lastName validates each of them.
  const isValid =
    deliveryAddressInput.shape.lastName.safeParse(value).success && (name !== 'phone' || PHONE.test(value))
  return isValid ? undefined : 'delivery.not-valid'
}
