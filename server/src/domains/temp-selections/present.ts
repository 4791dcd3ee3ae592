import type { ChosenPhoto } from '#contract/temp-selections.ts'
import type { Context } from '../../context.ts'
import { imagePresenter, type PhotoRow } from '../photos/index.ts'

/** What the editor gets to see of a chosen photo; its addresses open nothing else. */
export function chosenPhotoPresenter(ctx: Context, accountId: string, origin: string) {
  const present = imagePresenter(ctx, accountId, origin, 'photo')
  return (row: PhotoRow, position: number): ChosenPhoto => {
    const image = present(row)
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
