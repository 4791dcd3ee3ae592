import { sha256 } from '#web/platform/files/sha256.ts'
import type { NamedFile } from '../companions/companion-facts.ts'
import { type NamedBlob, type ReadCompanions, readCompanions } from '../companions/read-companions.ts'

export type HashRequest =
  | { kind: 'hash'; file: File }
  | {
      kind: 'companions'
      photos: readonly NamedFile[]
      companions: readonly NamedBlob[]
      withPlaces: boolean
    }

export type HashAnswer =
  | { id: number; sha256: string }
  | { id: number; companions: ReadCompanions }
  | { id: number; problem: string }

/**
 * Answers {id, file} with {id, sha256}, and {id, photos, companions, withPlaces} with what the companions say; each or {id, problem}.
 * Reads the whole file into memory.
 */
addEventListener('message', async ({ data }: MessageEvent<HashRequest & { id: number }>) => {
  const { id } = data
  let answer: HashAnswer
  try {
    answer =
      data.kind === 'hash'
        ? { id, sha256: await sha256(await data.file.arrayBuffer()) }
        : {
            id,
            companions: await readCompanions(data.photos, data.companions, {
              getOffset,
              now: Date.now(),
              withPlaces: data.withPlaces,
            }),
          }
  } catch (error) {
    answer = { id, problem: String(error) }
  }
  postMessage(answer)
})

const getOffset = (milliseconds: number) => -new Date(milliseconds).getTimezoneOffset()
