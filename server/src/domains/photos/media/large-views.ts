import type { Context } from '../../../context.ts'
import { Failure, notFound } from '../../../http/failure.ts'
import { BlobDamagedError, BlobsFailedError } from '../../../platform/blobs/blobs.ts'
import { translateDiskError } from '../../../platform/blobs/disk-errors.ts'
import {
  BrokenPictureError,
  DecoderStoppedError,
  PictureTooLargeError,
} from '../../../platform/images/index.ts'
import { toOriginalKey, toVariantKey } from '../blob-keys.ts'
import type { MediaPhoto } from '../store/photos.ts'
import { verifyOriginalChecksum } from '../verify-original-checksum.ts'

/** Most renderings of one account that run or wait: a viewer shows one picture and loads its neighbours. */
const MAX_PER_ACCOUNT = 4
const RETRY_AFTER_SECONDS = 2

interface Rendering {
  bytes: Promise<Uint8Array>
  requests: number
  abortController: AbortController
}

/**
 * Creates a function that renders the full-size JPEG of a HEIC on the first request and stores it. Requests for the
 * same photo share one rendering, which is aborted when the last of them is cancelled; the decoder's queue is fair by
 * account. Throws 404 for a photo that cannot be shown, 503 while its original cannot be read or when the
 * decoder has stopped, and 429 above `MAX_PER_ACCOUNT` renderings.
 */
export function createLargeViewRenderer(ctx: Context) {
  const renderings = new Map<string, Rendering>()
  return async (photo: MediaPhoto, cancelSignal: AbortSignal): Promise<Uint8Array> => {
    const key = toVariantKey(photo, 'view')
    const storedView = await ctx.blobs.get(key)
    if (storedView) return storedView
    // A photo that failed in its ingest would stop the decoder again at every request.
    if (photo.state !== 'ready') throw notFound('Picture')
    const rendering = renderings.get(key) ?? startRendering(ctx, renderings, key, photo)
    return awaitRendering(rendering, cancelSignal)
  }
}

function startRendering(
  ctx: Context,
  renderings: Map<string, Rendering>,
  key: string,
  photo: MediaPhoto,
): Rendering {
  const accountKeys = [...renderings.keys()].filter(each => each.startsWith(`${photo.account_id}/`))
  if (accountKeys.length >= MAX_PER_ACCOUNT)
    throw new Failure('too-many-requests', 'Too many large pictures at once', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  const abortController = new AbortController()
  const bytes = renderAndStore(ctx, key, photo, abortController.signal).finally(() => {
    if (renderings.get(key) === rendering) renderings.delete(key)
  })
  // Keeps the rejection of an abandoned rendering, which has no caller, from being unhandled.
  bytes.catch(() => undefined)
  const rendering: Rendering = { bytes, requests: 0, abortController }
  renderings.set(key, rendering)
  abortController.signal.addEventListener('abort', () => {
    // A later request starts a new rendering instead of sharing the rejection of this one.
    if (renderings.get(key) === rendering) renderings.delete(key)
  })
  return rendering
}

async function renderAndStore(
  ctx: Context,
  key: string,
  photo: MediaPhoto,
  signal: AbortSignal,
): Promise<Uint8Array> {
  // Another request may have stored it since the check.
  const storedView = await ctx.blobs.get(key)
  if (storedView) return storedView
  const bytes = await ctx.blobs
    .withPath(toOriginalKey(photo), path =>
      ctx.images
        .renderLarge({ path, type: photo.content_type }, { signal, fairnessKey: photo.account_id })
        .catch(async (error: unknown) => {
          if (error instanceof BrokenPictureError) await verifyOriginalChecksum(photo, path)
          throw error
        }),
    )
    .catch((error: unknown) => {
      if (error instanceof PictureTooLargeError || error instanceof BrokenPictureError)
        throw notFound('Picture')
      if (error instanceof BlobDamagedError) throw new BlobsFailedError(error.message, { cause: error })
      if (error instanceof DecoderStoppedError) {
        ctx.log.error({ err: error, photoId: photo.photo_id }, 'large view not decoded')
        throw new Failure('unavailable', 'Please try again in a moment', {
          retryAfterSeconds: getRetryAfter(error),
        })
      }
      throw translateDiskError(error)
    })
  // A full disk does not prevent viewing.
  await ctx.blobs.put(key, bytes).catch((error: unknown) => {
    ctx.log.warn({ err: error, photoId: photo.photo_id }, 'large view not stored')
  })
  return bytes
}

/**
 * The ingest has decoded this picture, so a retry can succeed. 'machine' and 'closed' end within a moment; the other
 * reasons may stop the decoder for a minute each time.
 */
const getRetryAfter = ({ reason }: DecoderStoppedError): number =>
  reason === 'machine' || reason === 'closed' ? 5 : 60

async function awaitRendering(rendering: Rendering, cancelSignal: AbortSignal): Promise<Uint8Array> {
  cancelSignal.throwIfAborted()
  const cancellation = Promise.withResolvers<never>()
  const onCancel = () => cancellation.reject(cancelSignal.reason)
  cancelSignal.addEventListener('abort', onCancel)
  rendering.requests++
  try {
    return await Promise.race([rendering.bytes, cancellation.promise])
  } finally {
    cancelSignal.removeEventListener('abort', onCancel)
    rendering.requests--
    if (rendering.requests === 0)
      rendering.abortController.abort(new Error('No request waits for this picture'))
  }
}
