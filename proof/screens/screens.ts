import { ACCOUNT } from './account.ts'
import { BUSINESS } from './business.ts'
import { LIBRARY } from './library.ts'
import { ORDER_CHANGES, ORDERS } from './orders.ts'
import { listScreens, type Screen } from './screen.ts'
import { NEW_CUSTOMER, SIGNED_OUT, STATES } from './states.ts'
import { UPLOAD_DIALOGS, UPLOADS } from './uploads.ts'

/** All screens of which screenshots are taken, with the data of the demo. */
export const SCREENS: readonly Screen[] = [
  ...[LIBRARY, UPLOAD_DIALOGS, ORDERS, ACCOUNT, STATES].flatMap(table => listScreens(table)),
  ...listScreens(SIGNED_OUT, { user: 'anonymous' }),
  ...listScreens(NEW_CUSTOMER, { user: 'new-customer' }),
  ...listScreens(BUSINESS, { user: 'business' }),
  ...[UPLOADS, ORDER_CHANGES].flatMap(table => listScreens(table, { changesLibrary: true })),
]

/** The main screens: they are taken in forced colours as well. */
export const IN_CONTRAST = new Set(
  `photos selection preview delete storage deleted sort-list account-menu deleted-selection albums album
  upload-empty toast orders order order-unpaid order-cancelled order-address reorder projects projects-delete
  widgets widget-gallery widget-share widget-viewer settings personal-details-wrong payment-method security
  security-password security-not-me addresses address-wrong delete-account account-deleted business-incomplete
  activity upload-receipt integration integration-keys integration-sftp secret-new business-settings invoices
  sign-in sign-up`.split(/\s+/),
)
