import { sha256 } from '#web/platform/files/sha256.ts'

export interface HashAnswer {
  id: number
  sha256?: string
  problem?: string
}

/** Answers {id, file} with {id, sha256} or {id, problem}. Reads the whole file into memory. */
addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: File }>) => {
  const { id, file } = data
  let answer: HashAnswer
  try {
    answer = { id, sha256: await sha256(await file.arrayBuffer()) }
  } catch (error) {
    answer = { id, problem: String(error) }
  }
  postMessage(answer)
})
