/** Ends the drill; its message is one line for the operator. */
export class DrillError extends Error {
  override name = 'DrillError'
}
