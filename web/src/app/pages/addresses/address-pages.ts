/** The list of addresses and its form, in one file: they share most of their code. */
export { AddressPage } from './address-page.tsx'
export { AddressesPage } from './addresses-page.tsx'
