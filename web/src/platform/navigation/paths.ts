/** The literal route table by route name (PL-011, OP-04); `$name` is a parameter. */
export const PATHS = {
  overview: '/',
  logout: '/logout',
  orders: '/orders',
  order: '/orders/$orderCode',
  invoices: '/invoices',
  integration: '/integration',
  settings: '/settings',
  businessSettings: '/settings/b2b',
  savedProjects: '/saved-projects',
  onlineProducts: '/online-products',
  myPhotos: '/my-photos',
  photos: '/my-photos/photos',
  photoPreview: '/my-photos/photos/preview/$id',
  /** Adding photos on a small screen (OP-11). */
  upload: '/my-photos/upload',
  /** Adding photos to a library with an upload token instead of a sign-in (OP-12). */
  fromPhone: '/from-phone',
  deletedPhotos: '/my-photos/deleted',
  albums: '/my-photos/albums',
  album: '/my-photos/albums/$id',
  albumPhotoPreview: '/my-photos/albums/$id/preview/$photoId',
  sharedAlbum: '/my-photos/shared-albums/$id',
  sharedAlbumPhotoPreview: '/my-photos/shared-albums/$id/preview/$photoId',
  photoExports: '/my-photos/exports/$backupId',
  downloads: '/downloads',
} as const
