/** PostgreSQL refuses a NOTIFY payload of 8000 bytes and more; the rest is for the head of a chunk. */
const CHUNK_MAX = 7_900
const CHUNK_HEAD = /^([0-9a-f-]{36}):(\d+):(\d+):/
/** Most incomplete messages; more than a few exist only after chunks were lost. */
const INCOMPLETE_MAX = 100

/** Splits ASCII text into payloads of less than 8000 bytes, each with the message id, its index and the count. */
export function splitPayload(id: string, text: string): string[] {
  const count = Math.max(1, Math.ceil(text.length / CHUNK_MAX))
  return Array.from(
    { length: count },
    (_, i) => `${id}:${i}:${count}:${text.slice(i * CHUNK_MAX, (i + 1) * CHUNK_MAX)}`,
  )
}

/** Assembles chunks: `add` returns the text with its last chunk; null before, and for a payload that is not a chunk. */
export function createAssembler(): { add(payload: string): string | null; clear(): void } {
  const chunksByMessage = new Map<string, (string | undefined)[]>()
  return {
    add(payload) {
      const [head, id, index, count] = CHUNK_HEAD.exec(payload) ?? []
      if (head === undefined) return null
      const content = payload.slice(head.length)
      if (count === '1') return content
      const chunks = chunksByMessage.get(id!) ?? Array<string | undefined>(Number(count)).fill(undefined)
      chunks[Number(index)] = content
      chunksByMessage.set(id!, chunks)
      if (chunks.includes(undefined)) {
        if (chunksByMessage.size > INCOMPLETE_MAX)
          chunksByMessage.delete(chunksByMessage.keys().next().value!)
        return null
      }
      chunksByMessage.delete(id!)
      return chunks.join('')
    },
    clear: () => chunksByMessage.clear(),
  }
}
