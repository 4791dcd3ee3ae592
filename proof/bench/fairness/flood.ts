/** What a flood needs to know; sent to its process. */
export interface FloodTarget {
  origin: string
  accountId: string
  email: string
  /** Of the account. */
  password: string
  token: string
  sftp: { port: number; password: string }
  /** A zip of photos, and a PDF that is stored deflated, whose ranges are requested. */
  zip: { url: string; size: number }
  pdf: { url: string; size: number }
}

/**
 * Floods a door until the signal is aborted, from several connections. Each answer is verified and reported by `onAnswer`, and a
 * wrong one is thrown.
 */
export type Flood = (target: FloodTarget, signal: AbortSignal, onAnswer: () => void) => Promise<void>

/** Repeats the work from `connections` at a time until the signal is aborted. */
export async function repeatInParallel(
  connections: number,
  signal: AbortSignal,
  work: (connection: number) => Promise<void>,
): Promise<void> {
  const repeat = async (_: unknown, connection: number) => {
    while (!signal.aborted) await work(connection)
  }
  await Promise.all(Array.from({ length: connections }, repeat))
}
