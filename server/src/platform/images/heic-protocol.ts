import type { VariantSize } from './variant-frames.ts'

/** One decode, sent to the child. Pixels or JPEG bytes go into the new file `out`, never through the channel. */
export type HeicRequest = {
  id: number
  path: string
  out: string
  /** Longest edges the picture is scaled down into, or the variants to be made of it; null keeps its size. */
  box: number | readonly VariantSize[] | null
  /** JPEG quality, or null for raw pixels. */
  quality: number | null
}

export type HeicReply = { id: number; rssMb: number } & (
  | { ok: true; width: number; height: number; channels: 3 | 4; full: { width: number; height: number } }
  | { ok: false; failure: 'broken' | 'limit' | 'memory' | 'machine'; message: string; isUsable: boolean }
)

/** Written to stderr by the child right before it kills itself over its memory cap. */
export const MEMORY_EXCEEDED = 'heic-child: memory cap exceeded'
