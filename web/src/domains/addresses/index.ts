export { addressLines } from './address-lines.ts'
export { AddressBook } from './book/address-book.tsx'
export { AddressEditor } from './book/address-editor.tsx'
export { AddressForm } from './form/address-form.tsx'
