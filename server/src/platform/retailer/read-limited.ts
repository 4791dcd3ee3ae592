/** The largest answer of the retailer. */
export const ANSWER_BYTES_MAX = 1024 * 1024

/** Reads the body of an answer; throws, and ends the transfer, above ANSWER_BYTES_MAX. */
export async function readLimited(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw new Error('The answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
