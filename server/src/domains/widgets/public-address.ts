import type { Context } from '../../context.ts'
import { getBrandById, getBrandOrigin } from '../brands/index.ts'
import type { Customer } from '../customers/index.ts'

export const VIEWER_PATH = '/w'

/** The origin of the links to an account's widgets: that of its brand. */
export const viewerOrigin = ({ config }: Pick<Context, 'config'>, { brand_id }: Pick<Customer, 'brand_id'>) =>
  getBrandOrigin(config, getBrandById(brand_id))

/** The address of the public page. */
export const publicUrl = (origin: string, publicId: string): string => `${origin}${VIEWER_PATH}/${publicId}`

/** The address of a picture of the public page, by the longer side of its variant. */
export const pictureUrl = (
  origin: string,
  publicId: string,
  photoId: string,
  size: 300 | 800 | 1300,
): string => `${publicUrl(origin, publicId)}/${photoId}/${size}`
