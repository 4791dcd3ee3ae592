export interface HashAnswer {
  id: number
  sha256?: string
  problem?: string
}

/** Answers {id, file} with {id, sha256}, or with what went wrong. The whole file is in memory meanwhile. */
addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: File }>) => {
  const { id, file } = data
  let answer: HashAnswer
  try {
    const sum = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    answer = {
      id,
      sha256: Array.from(new Uint8Array(sum), byte => byte.toString(16).padStart(2, '0')).join(''),
    }
  } catch (error) {
    answer = { id, problem: String(error) }
  }
  postMessage(answer)
})
