import type { PixelFacts } from '../../../platform/images/index.ts'
import type { PictureFacts } from '../store/facts.ts'
import { findPictureKind, type PictureOfKind } from './picture-kind.ts'

/** Version of the rules by which facts are read from pictures; a higher one has the backfill read all pictures again. */
export const FACTS_VERSION = 1

/** Returns what the store writes of a picture. */
export const toPictureFacts = (
  photo: PictureOfKind,
  { hash, paper, ...pixels }: PixelFacts,
): PictureFacts => ({
  ...pixels,
  hash: hash === null ? null : String(hash),
  kind: findPictureKind(photo, paper),
  version: FACTS_VERSION,
})
