import { randomInt } from 'node:crypto'

/** Without characters that are mistaken for others. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates the reference of a statement, 'W-7KQ2-94MD'. */
export function createReference(): string {
  const characters = Array.from({ length: 8 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return `W-${characters.slice(0, 4)}-${characters.slice(4)}`
}
