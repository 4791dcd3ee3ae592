import { COOKIE_SETTINGS_PATH, SIGN_OUT_PATH } from '#contract/pages.ts'

/** The literal route table by route name; `$name` is a parameter. */
export const PATHS = {
  overview: '/',
  logout: SIGN_OUT_PATH,
  orders: '/orders',
  order: '/orders/$orderCode',
  reportProblem: '/orders/$orderCode/report',
  invoices: '/invoices',
  integration: '/integration',
  settings: '/settings',
  personalDetails: '/settings/personal-details',
  paymentMethod: '/settings/payment-method',
  changeEmail: '/settings/email',
  /** Not in the table of the documents. */
  security: '/settings/security',
  /** Not in the table of the documents. */
  changes: '/settings/security/changes',
  addresses: '/settings/addresses/all',
  /** Not in the table of the documents: the shorter address that customers type leads to the list. */
  addressesShort: '/settings/addresses',
  newAddress: '/settings/new-address',
  /** Without an id it leads to the list. */
  addressWithoutId: '/settings/address',
  address: '/settings/address/$addressId',
  /** The page that deletes the account; not in the table of the documents. */
  deleteAccount: '/settings/delete-account',
  businessSettings: '/settings/b2b',
  changeBusinessEmail: '/settings/b2b/email',
  newBusinessAddress: '/settings/b2b/new-address',
  businessAddressWithoutId: '/settings/b2b/address',
  businessAddress: '/settings/b2b/address/$addressId',
  /** Confirmations: opened by links of mails, outside of the shell. */
  deleteAccountConfirmation: '/delete-account-confirmation',
  changeEmailConfirmation: '/change-email-confirmation',
  subscriptionConfirmation: '/subscription-confirmation',
  accountDeleted: '/account-deleted',
  /** Not in the table of the documents. */
  accountLocked: '/account-locked',
  changeEmailSuccess: '/change-email-success',
  subscriptionConfirmationSuccess: '/subscription-confirmation-success',
  subscriptionConfirmationError: '/subscription-confirmation-error',
  /** Error pages inside the shell. */
  deleteAccountError: '/delete-account-error',
  changeEmailError: '/change-email-error',
  /** Opens the cookie settings; linked from pages without scripts. */
  cookieSettings: COOKIE_SETTINGS_PATH,
  savedProjects: '/saved-projects',
  onlineProducts: '/online-products',
  onlineProduct: '/online-products/$productCode',
  myPhotos: '/my-photos',
  photos: '/my-photos/photos',
  photoPreview: '/my-photos/photos/preview/$id',
  /** Adding photos on a small screen. */
  upload: '/my-photos/upload',
  /** Adding photos to a library with an upload token instead of a sign-in . */
  fromPhone: '/from-phone',
  /** Not in the table of the documents. */
  tidyUp: '/my-photos/tidy-up',
  /** Not in the table of the documents. */
  search: '/my-photos/search',
  searchPreview: '/my-photos/search/preview/$id',
  deletedPhotos: '/my-photos/deleted',
  deletedPhotoPreview: '/my-photos/deleted/preview/$id',
  /** Not in the table of the documents. */
  suggest: '/my-photos/suggest',
  suggestedSelection: '/my-photos/suggest/$draftId',
  albums: '/my-photos/albums',
  album: '/my-photos/albums/$id',
  albumPhotoPreview: '/my-photos/albums/$id/preview/$photoId',
  sharedAlbum: '/my-photos/shared-albums/$id',
  sharedAlbumPhotoPreview: '/my-photos/shared-albums/$id/preview/$photoId',
  photoExports: '/my-photos/exports/$backupId',
  downloads: '/downloads',
  /** Not in the table of the documents. */
  activity: '/activity',
  uploadReceipt: '/activity/uploads/$batchId',
} as const
