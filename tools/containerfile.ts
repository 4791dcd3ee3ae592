/** One stage of a Containerfile. */
export interface Stage {
  /** Null for the last one, which has no name. */
  name: string | null
  /** The image, or the name of an earlier stage. */
  from: string
  /** Copies of the repository. */
  copies: { sources: string[]; target: string }[]
  /** Copies of earlier stages. */
  stageCopies: { stage: string; source: string; target: string }[]
  runs: string[]
  env: Record<string, string>
  /** Instructions with a list: ENTRYPOINT, CMD and the CMD of HEALTHCHECK. */
  lists: Partial<Record<'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK', string[]>>
}

/** Reads the instructions that our Containerfile uses; throws at any other. */
export function parseContainerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of text.split('\n').filter(each => each.trim() !== '' && !each.startsWith('#'))) {
    const [, instruction, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (instruction === undefined || rest === undefined) throw new Error(`Not understood: ${line}`)
    if (instruction === 'FROM') {
      const [from = '', , name = null] = rest.split(' ')
      stages.push({ name, from, copies: [], stageCopies: [], runs: [], env: {}, lists: {} })
    } else readInstruction(stages.at(-1)!, instruction, rest)
  }
  return stages
}

function readInstruction(stage: Stage, instruction: string, rest: string): void {
  switch (instruction) {
    case 'COPY': {
      const [, stageName] = /^--from=(\S+) /.exec(rest) ?? []
      const words = rest.replace(/^--from=\S+ /, '').split(' ')
      const target = words.pop()!
      if (stageName === undefined) stage.copies.push({ sources: words, target })
      else stage.stageCopies.push({ stage: stageName, source: words[0]!, target })
      break
    }
    case 'RUN':
      stage.runs.push(rest)
      break
    case 'ENV':
      for (const pair of rest.split(' ')) stage.env[pair.split('=')[0]!] = pair.split('=')[1]!
      break
    case 'ENTRYPOINT':
    case 'CMD':
      stage.lists[instruction] = JSON.parse(rest)
      break
    case 'HEALTHCHECK':
      stage.lists.HEALTHCHECK = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
      break
    case 'WORKDIR':
    case 'USER':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      break
    default:
      throw new Error(`Not understood: ${instruction}`)
  }
}
