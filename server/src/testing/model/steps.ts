import type { Random } from '../random.ts'
import * as albumReads from './album-reads.ts'
import * as albums from './album-steps.ts'
import { readDownloads, requestDownload } from './download-steps.ts'
import { readExport, requestExport } from './export-steps.ts'
import { accessForeignData } from './foreign-steps.ts'
import type { Step } from './model-customer.ts'
import * as reads from './photo-reads.ts'
import * as photos from './photo-steps.ts'
import * as shared from './shared-album-steps.ts'
import * as uploads from './upload-steps.ts'

/**
 * Steps of customers by weight. Uploads and downloads are rare because one costs as much as ten others; reads are
 * frequent because each is a comparison.
 */
const STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [16, uploads.upload],
  [15, uploads.checkKnownFiles],
  [62, photos.deletePhotos],
  [52, photos.restorePhotos],
  [24, photos.erasePhotos],
  [2, photos.deleteAll],
  [2, photos.restoreAll],
  [12, albums.createAlbum],
  [7, albums.deleteAlbum],
  [50, albums.addPhotosById],
  [17, albums.addPhotosByRule],
  [32, albums.removePhotos],
  [14, albums.removePhoto],
  [20, albums.changeAlbum],
  [4, shared.leaveOrDeleteShared],
  [25, shared.changeShared],
  [3, shared.downloadShared],
  [4, requestExport],
  [12, requestDownload],
  [30, photos.expectTotals],
  [85, reads.readTimeline],
  [70, reads.readLibrary],
  [70, reads.readMonth],
  [55, reads.readBin],
  [70, reads.readPhoto],
  [25, reads.readStorage],
  [25, albumReads.readAlbums],
  [45, albumReads.readAlbum],
  [60, albumReads.readAlbumPhotos],
  [45, albumReads.readAlbumPhoto],
  [30, shared.readShared],
  [12, readExport],
  [12, readDownloads],
  [85, accessForeignData],
]

const WEIGHTED = STEPS.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))

export const pickStep = (random: Random): Step => random.pick(WEIGHTED)
