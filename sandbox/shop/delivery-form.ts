import { deliveryAddressInput, type RetailerAddress } from '#contract/delivery-address.ts'
import { listPickupPoints } from './pickup-points.ts'

/** Names of the fields of an address in the form. */
export const ADDRESS_FIELDS = [
  'first-name',
  'last-name',
  'street',
  'number',
  'addition',
  'postal-code',
  'city',
  'phone',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]

/** Fields that are hidden when the order is picked up. */
export const HOME_ADDRESS_FIELDS: readonly AddressField[] = [
  'street',
  'number',
  'addition',
  'postal-code',
  'city',
]
export const OPTIONAL_FIELDS: readonly AddressField[] = ['addition', 'phone']

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
  const values = { delivery: readText('delivery'), payment: readText('payment') } as DeliveryValues
  for (const field of ADDRESS_FIELDS) values[field] = readText(field)
  const point = listPickupPoints(country).find(each => each.id === values.delivery)
  const problems: DeliveryForm['problems'] = {}
  if (!point && values.delivery !== 'home') problems.delivery = 'delivery.needed'
  for (const field of ADDRESS_FIELDS) {
    if (point && HOME_ADDRESS_FIELDS.includes(field)) continue
    const problem = findProblem(field, values[field])
    if (problem) problems[field] = problem
  }
  const payment = PAYMENT_CHOICES.find(each => each === values.payment)
  if (!payment) problems.payment = 'delivery.needed'
  const recipient = {
    firstName: values['first-name'],
    lastName: values['last-name'],
    phoneNumber: values.phone || undefined,
    countryCode: country,
  }
  const address: RetailerAddress = point
    ? {
        ...recipient,
        type: 'PickupPoint',
        pickupPointName: point.name,
        street: point.street,
        streetNumber: point.streetNumber,
        postalCode: point.postalCode,
        city: point.city,
      }
    : {
        ...recipient,
        type: 'Home',
        street: values.street,
        streetNumber: values.number,
        streetNumberAddition: values.addition || undefined,
        postalCode: values['postal-code'],
        city: values.city,
      }
  return { values, problems, address, payment: payment ?? 'now' }
}

const LENGTH_MAX = 200
/** Digits and their usual separators. */
const PHONE = /^\+?[\d\s()/.-]{5,30}$/

function findProblem(field: AddressField, value: string): DeliveryProblem | undefined {
  if (value === '') return OPTIONAL_FIELDS.includes(field) ? undefined : 'delivery.needed'
  if (value.length > LENGTH_MAX) return 'delivery.too-long'
  // All address fields have the same schema, so that of lastName validates each of them.
  const isValid =
    deliveryAddressInput.shape.lastName.safeParse(value).success && (field !== 'phone' || PHONE.test(value))
  return isValid ? undefined : 'delivery.not-valid'
}
