import type { Address } from '#contract/addresses.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import type { Country } from '#contract/input/address/country.ts'
import type { Order } from '#contract/orders.ts'
import { addressLines } from '#web/domains/addresses/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Ids of the choices that are no address of the address book. */
export const CURRENT_ADDRESS = 'current'
export const DIFFERENT_ADDRESS = 'different'

export interface AddressChoice {
  id: string
  title: string
  text: string
  /** Only of an address of the address book. */
  address?: AddressDetails
}

/**
 * The order's own address, those of the address book in its country, and another one to be typed. An address of the book
 * that is the order's is there once.
 */
export function choicesOf(texts: Texts, order: Order, book: readonly Address[]): AddressChoice[] {
  const { country, ...current } = cardOf(texts, order.deliveryAddress!)
  const others = book
    .filter(({ countryCode }) => countryCode === order.deliveryAddress!.countryCode)
    .map(({ id, isDefault: _, ...address }) => ({ id, address, ...cardOf(texts, address) }))
    .filter(({ title, text }) => title !== current.title || text !== current.text)
  return [
    { id: CURRENT_ADDRESS, ...current },
    ...others.map(({ id, title, text, address }) => ({ id, title, text, address })),
    { id: DIFFERENT_ADDRESS, title: texts.text('order.address.different'), text: country },
  ]
}

/** A refused address is offered again; without an address book a new one is typed. */
export function firstChoice({ addressChange: { last } }: Order, choices: readonly AddressChoice[]): string {
  return last?.state === 'refused' || choices.length === 2 ? DIFFERENT_ADDRESS : CURRENT_ADDRESS
}

/** Initial values of the form of another address: the refused address, or the order's. */
export function prefilledAddress({
  deliveryAddress,
  addressChange: { last },
}: Order): Partial<AddressDetails> & { countryCode: Country } {
  const {
    type: _,
    pickupPointName: __,
    ...address
  } = (last?.state === 'refused' && last.address) || deliveryAddress!
  // Home addresses are in the countries of the brands.
  return { ...address, countryCode: address.countryCode as Country }
}

/** Name and address in two lines; the country apart. */
function cardOf(texts: Texts, address: Parameters<typeof addressLines>[1]) {
  const [title = '', ...lines] = addressLines(texts, address, { compact: true })
  const country = lines.pop() ?? ''
  return { title, text: lines.join(', '), country }
}
