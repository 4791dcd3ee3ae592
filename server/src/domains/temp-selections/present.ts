import type { ChosenPhoto } from '#contract/temp-selections.ts'
import type { Context } from '../../context.ts'
import { createMediaAddressBuilder, type PhotoRow, presentImage } from '../photos/index.ts'

/** Presents chosen photos for the prints editor; each address grants access to its own photo only. */
export function createChosenPhotoPresenter(ctx: Context, accountId: string, origin: string) {
  const buildAddress = createMediaAddressBuilder(ctx, accountId, origin, 'photo')
  return (row: PhotoRow, position: number): ChosenPhoto => {
    const image = presentImage(row, buildAddress)
    return {
      position,
      imageId: image.imageId,
      localFileName: image.localFileName,
      contentType: image.contentType,
      size: image.size,
      url: image.url,
      untouchedUrl: image.untouchedUrl,
      thumbnails: image.thumbnails,
      ...(image.dateTaken ? { dateTaken: image.dateTaken } : {}),
      visibleWidth: image.visibleWidth,
      visibleHeight: image.visibleHeight,
      state: image.state,
    }
  }
}
