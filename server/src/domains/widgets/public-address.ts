import type { Context } from '../../context.ts'
import { getBrandById, getBrandOrigin } from '../brands/index.ts'
import type { Customer } from '../customers/index.ts'

export const VIEWER_PATH = '/w'

/** Returns the origin of the links to an account's widgets, which is the origin of its brand. */
export const getViewerOrigin = (
  { config }: Pick<Context, 'config'>,
  { brand_id }: Pick<Customer, 'brand_id'>,
) => getBrandOrigin(config, getBrandById(brand_id))

/** The size of a picture of the public page: the longer side of its variant. */
type PictureSize = 300 | 800 | 1300

export const toPublicPath = (publicId: string): `/${string}` => `${VIEWER_PATH}/${publicId}`

export const toPicturePath = (publicId: string, photoId: string, size: PictureSize): `/${string}` =>
  `${toPublicPath(publicId)}/${photoId}/${size}`

/** Creates the URL of the public page. */
export const createPublicUrl = (origin: string, publicId: string): string => origin + toPublicPath(publicId)

/** Creates the URL of a picture of the public page, of 800 pixels. */
export const createPictureUrl = (origin: string, publicId: string, photoId: string): string =>
  origin + toPicturePath(publicId, photoId, 800)
