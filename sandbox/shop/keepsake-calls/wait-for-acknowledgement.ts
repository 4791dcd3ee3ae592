/** Maximum time that the customer waits for Keepsake's acknowledgement, in ms; stored data are sent in any case. */
const WAIT_MS = 1500

/** Resolves when the attempt has ended or took too long: a crash of the shop or of Keepsake only delays it. */
export async function waitForAcknowledgement(attempt: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, WAIT_MS).unref()
  await Promise.race([attempt, promise])
  clearTimeout(timer)
}
