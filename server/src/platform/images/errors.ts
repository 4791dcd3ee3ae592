/** The pixels cannot be decoded: the file is damaged or does not match its header. Final: a retry fails again. */
export class BrokenPictureError extends Error {
  override name = 'BrokenPictureError'
}

/** The picture exceeds a limit of its decoder, such as its memory. Final, though the file may be valid. */
export class PictureTooLargeError extends Error {
  override name = 'PictureTooLargeError'
}

type StopReason = 'timeout' | 'memory' | 'machine' | 'crashed' | 'closed'

/**
 * The decoder stopped before it finished: timeout, memory limit, crash of its process, or shutdown; 'machine': storage
 * full, or a timeout from lack of CPU. Not final: a retry on a less busy machine may succeed.
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

/** Thrown by the structural readers; `checkStructure` and `readMetadata` catch it. */
export class StructureFault extends Error {
  override name = 'StructureFault'
  readonly reason: StructureFaultReason

  constructor(reason: StructureFaultReason) {
    super(reason)
    this.reason = reason
  }
}
