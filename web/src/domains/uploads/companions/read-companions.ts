import type { CompanionContent } from './companion-facts.ts'
import { type MatchedCompanions, matchCompanions, type NamedFile } from './match-companions.ts'
import { parseTakeoutJson, type TakeoutOptions } from './takeout-json.ts'
import { parseXmpSidecar } from './xmp-sidecar.ts'

/** A file that may be a companion. */
export interface NamedBlob extends NamedFile {
  file: Blob
}

export interface ReadCompanions extends Omit<MatchedCompanions, 'states'> {
  /** For each companion; 'unreadable' is one whose bytes the browser cannot read. */
  states: (MatchedCompanions['states'][number] | 'unreadable')[]
}

/** Larger files are not read: they are no companions of photos. */
const MAX_BYTES = 64 * 1024

/** Reads companions and finds the photo of each (NX-245). A damaged one is a companion without a photo. */
export async function readCompanions(
  photos: readonly NamedFile[],
  companions: readonly NamedBlob[],
  options: TakeoutOptions,
): Promise<ReadCompanions> {
  const contents: (CompanionContent | 'unreadable' | undefined)[] = []
  for (const { name, file } of companions) contents.push(await readContent(name, file, options))
  const matched = matchCompanions(
    photos,
    companions.map(({ folder, name }, index) => {
      const content = contents[index]
      return { folder, name, ...(content && content !== 'unreadable' && { content }) }
    }),
  )
  const states = matched.states.map((state, index) =>
    contents[index] === 'unreadable' ? 'unreadable' : state,
  )
  return { ...matched, states }
}

async function readContent(name: string, file: Blob, options: TakeoutOptions) {
  const isXmp = /\.xmp$/iu.test(name)
  if ((!isXmp && !/\.json$/iu.test(name)) || file.size > MAX_BYTES) return undefined
  let text: string
  try {
    text = await file.text()
  } catch {
    return 'unreadable'
  }
  return isXmp ? parseXmpSidecar(text, options.now) : parseTakeoutJson(text, options)
}
