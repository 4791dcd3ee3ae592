import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as contract from '#contract/activation.ts'
import { Client } from '../../../testing/client.ts'

export const SERVICE_TOKEN = 'the-token-of-the-retailer-in-tests'

/** A photo of a legacy library: its bytes (null: listed in the index only) and its entry in the index. */
export interface LegacyPhoto {
  file: string
  bytes: Buffer | null
  name?: string
  taken?: string
  sha256?: string
}

export interface LegacyAlbum {
  id?: string
  name: string
  created?: string
  cover?: string
  photos: string[]
}

/** Writes a library into a folder of the legacy store. */
export async function writeLibrary(
  folder: string,
  photos: readonly LegacyPhoto[],
  albums: readonly LegacyAlbum[] = [],
): Promise<void> {
  for (const { file, bytes } of photos) {
    if (!bytes) continue
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), bytes)
  }
  const entries = photos.map(({ bytes: _, ...entry }) => entry)
  await writeIndex(folder, JSON.stringify({ version: 1, photos: entries, albums }))
}

export async function writeIndex(folder: string, text: string | Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.json'), text)
}

export const removeIndex = (folder: string) => rm(join(folder, 'index.json'))

/** Sends the state of a customer's library as the retailer's system does. */
export const putLegacyLibrary = (
  origin: string,
  accountId: string,
  body: Partial<contract.LegacyLibraryState>,
): Promise<Response> =>
  new Client(origin, '', '', SERVICE_TOKEN).send(contract.putLegacyLibrary, { params: { accountId }, body })

export const getActivation = (customer: Client) => customer.call(contract.getActivation)
