/** PostgreSQL refuses a NOTIFY payload of 8000 bytes and more; the rest is for the head of a piece. */
const PIECE_MAX = 7_900
const HEAD = /^([0-9a-f-]{36}):(\d+):(\d+):/
/** Messages that are waiting for pieces; more than a few only after pieces were lost. */
const WAITING_MAX = 100

/** Cuts a text of ASCII characters into payloads of less than 8000 bytes, each naming message, place and count. */
export function splitPayload(id: string, text: string): string[] {
  const count = Math.max(1, Math.ceil(text.length / PIECE_MAX))
  return Array.from(
    { length: count },
    (_, i) => `${id}:${i}:${count}:${text.slice(i * PIECE_MAX, (i + 1) * PIECE_MAX)}`,
  )
}

/** Puts pieces together again: gives the text with its last piece, null before, and null for what is no piece. */
export function createAssembler(): { add(payload: string): string | null; forget(): void } {
  const waiting = new Map<string, (string | undefined)[]>()
  return {
    add(payload) {
      const [head, id, place, count] = HEAD.exec(payload) ?? []
      if (head === undefined) return null
      const content = payload.slice(head.length)
      if (count === '1') return content
      const pieces = waiting.get(id!) ?? Array<string | undefined>(Number(count)).fill(undefined)
      pieces[Number(place)] = content
      waiting.set(id!, pieces)
      if (pieces.includes(undefined)) {
        if (waiting.size > WAITING_MAX) waiting.delete(waiting.keys().next().value!)
        return null
      }
      waiting.delete(id!)
      return pieces.join('')
    },
    forget: () => waiting.clear(),
  }
}
