const OFFSET_DIGITS = 16
const TOKEN_DIGITS = 12

/** An object with consecutive bytes of a staged upload. */
export interface Part {
  name: string
  offset: number
  size: number
  /** Fencing token of the append that stored it; no two appends have the same. */
  token: number
  /** Token of the append whose bytes it continues; at offset 0 it is 0. */
  continues: number
  etag: string | undefined
}

/** Returns the name of a part within the folder of its upload; names sort by offset. */
export const toPartName = ({ offset, token, continues }: Pick<Part, 'offset' | 'token' | 'continues'>) =>
  [pad(offset, OFFSET_DIGITS), pad(token, TOKEN_DIGITS), pad(continues, TOKEN_DIGITS)].join('-')

export function parsePartName(name: string): Pick<Part, 'offset' | 'token' | 'continues'> {
  const [offset, token, continues] = name.split('-').map(Number) as [number, number, number]
  return { offset, token, continues }
}

/**
 * Finds the parts that form the upload, by offset: the longest chain of the newest append that has one. A part of an
 * older append may be stored at any time, by a request that is still running in another process: it can neither replace
 * nor follow a part of a newer append, and the parts that the newer one continued stay.
 */
export function findChain(parts: readonly Part[]): Part[] {
  const previousByPart = new Map<Part, Part | null>()
  const partByEnd = new Map<string, Part>()
  let lastPart: Part | null = null
  for (const part of parts.filter(({ size }) => size > 0).sort((a, b) => a.offset - b.offset)) {
    const previousPart = part.offset === 0 ? null : partByEnd.get(`${part.continues} ${part.offset}`)
    if (previousPart === undefined) continue
    previousByPart.set(part, previousPart)
    partByEnd.set(`${part.token} ${getPartEnd(part)}`, part)
    if (
      !lastPart ||
      part.token > lastPart.token ||
      (part.token === lastPart.token && getPartEnd(part) > getPartEnd(lastPart))
    )
      lastPart = part
  }
  const chain: Part[] = []
  for (let part: Part | null | undefined = lastPart; part; part = previousByPart.get(part)) chain.push(part)
  return chain.reverse()
}

export const getPartEnd = ({ offset, size }: Pick<Part, 'offset' | 'size'>) => offset + size

const pad = (value: number, digits: number) => String(value).padStart(digits, '0')
