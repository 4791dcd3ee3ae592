/** Some ids of a bulk call failed after all retries; ids that are not listed succeeded. */
export class BulkFailure extends Error {
  override name = 'BulkFailure'
  readonly failed: readonly string[]

  constructor(failed: readonly string[], cause?: unknown) {
    super('Exceeded maximum amount of retries!', { cause })
    this.failed = failed
  }
}
