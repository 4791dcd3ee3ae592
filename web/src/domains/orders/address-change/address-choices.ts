import type { Address } from '#contract/addresses.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import type { Country } from '#contract/input/address/country.ts'
import type { Order } from '#contract/orders.ts'
import { formatAddressLines } from '#web/domains/addresses/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** Ids of the two choices that are not addresses of the address book. */
export const CURRENT_ADDRESS = 'current'
export const DIFFERENT_ADDRESS = 'different'

export interface AddressChoice {
  id: string
  title: string
  text: string
  /** Only for an address of the address book. */
  address?: AddressDetails
}

/**
 * Lists the order's address, the addresses of the address book in the same country, and a different one to be typed. An
 * address of the book that equals the order's is left out; `chosen` stays listed after it has left the book.
 */
export function listAddressChoices(
  texts: Texts,
  order: Order,
  addressBook: readonly Address[],
  chosen: AddressChoice | undefined,
): AddressChoice[] {
  const { country, ...currentAddress } = formatAddress(texts, order.deliveryAddress!)
  const otherAddresses = addressBook
    .filter(({ countryCode }) => countryCode === order.deliveryAddress!.countryCode)
    .map(({ id, isDefault: _, ...address }) => ({ id, address, ...formatAddress(texts, address) }))
    .filter(({ title, text }) => title !== currentAddress.title || text !== currentAddress.text)
  const isRemoved = chosen?.address && !otherAddresses.some(({ id }) => id === chosen.id)
  return [
    { id: CURRENT_ADDRESS, ...currentAddress },
    ...otherAddresses.map(({ id, title, text, address }) => ({ id, title, text, address })),
    ...(isRemoved ? [chosen] : []),
    { id: DIFFERENT_ADDRESS, title: texts.text('order.address.different'), text: country },
  ]
}

/**
 * Returns the initial choice: a different address when the last change was refused or the address book has none, else the
 * order's. Undefined while `addressBook` is loading, unless it does not matter.
 */
export function getInitialChoice(
  { addressChange: { last } }: Order,
  choices: readonly AddressChoice[],
  { isLoading }: { isLoading: boolean },
): string | undefined {
  if (last?.state === 'refused') return DIFFERENT_ADDRESS
  if (isLoading) return undefined
  return choices.length === 2 ? DIFFERENT_ADDRESS : CURRENT_ADDRESS
}

/** Returns the initial values of the form for a different address: the refused address, else the order's. */
export function getPrefilledAddress({
  deliveryAddress,
  addressChange: { last },
}: Order): Partial<AddressDetails> & { countryCode: Country } {
  const {
    type: _,
    pickupPointName: __,
    ...address
  } = (last?.state === 'refused' && last.address) || deliveryAddress!
  // A home address is always in the country of a brand, so the cast is safe.
  return { ...address, countryCode: address.countryCode as Country }
}

/** Formats an address as a title (the name), one line of text, and the country. */
function formatAddress(texts: Texts, address: Parameters<typeof formatAddressLines>[1]) {
  const [title = '', ...lines] = formatAddressLines(texts, address, { compact: true })
  const country = lines.pop() ?? ''
  return { title, text: lines.join(', '), country }
}
