/** The pixels cannot be decoded: the file is damaged or not the picture its header promises. Trying again is useless. */
export class BrokenPictureError extends Error {
  override name = 'BrokenPictureError'
}

type StopReason = 'timeout' | 'memory' | 'machine' | 'crashed' | 'closed'

/**
 * The decoder was stopped before it finished: out of time, out of memory, without a place to write, its process
 * died, or we are closing.
 * Says nothing final about the picture: a second try on a quieter machine may succeed.
 */
export class DecoderStoppedError extends Error {
  override name = 'DecoderStoppedError'
  readonly reason: StopReason

  constructor(reason: StopReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export type StructureFaultReason = 'empty' | 'unsupported-type' | 'truncated' | 'too-many-pixels' | 'broken'

/** Thrown inside the structural readers, never past `checkStructure` and `readMetadata`. */
export class StructureFault extends Error {
  override name = 'StructureFault'
  readonly reason: StructureFaultReason

  constructor(reason: StructureFaultReason) {
    super(reason)
    this.reason = reason
  }
}
