import type { Brand } from '#contract/brands.ts'

/** What a brand's file may leave out, and what its customers do not have then. What it must have is in its schema. */
const OPTIONAL_PARTS: readonly { part: string; absence: string; isThere: (brand: Brand) => boolean }[] = [
  { part: 'sftp', absence: 'businesses have no SFTP', isThere: ({ sftp }) => sftp !== undefined },
  {
    part: 'campaign',
    absence: 'unpaid orders show no order cut-off',
    isThere: ({ campaign }) => campaign !== undefined,
  },
  {
    part: 'addresses.uploadApp',
    absence: 'phones add photos in the browser only',
    isThere: ({ addresses }) => addresses.uploadApp !== undefined,
  },
]

export interface MissingPart {
  part: string
  absence: string
}

/** Lists the parts that a brand's file leaves out. */
export const listMissingParts = (brand: Brand): MissingPart[] =>
  OPTIONAL_PARTS.filter(({ isThere }) => !isThere(brand)).map(({ part, absence }) => ({ part, absence }))
