import type { Locale } from '#contract/brands.ts'
import { getTownName, listTownNames } from '#locales/town-names.ts'
import type { Context } from '../../context.ts'
import { listAlbumNames } from '../albums/index.ts'
import { listOrderedTitles } from '../orders/index.ts'
import { listCameras } from '../photos/index.ts'
import { listTowns, type TownWithPhotos } from '../places/index.ts'
import { listProjectTitles } from '../projects/index.ts'

/** A place, camera, album or product of an account, by which its photos are found. */
export interface Facet {
  field: 'place' | 'camera' | 'album' | 'product' | 'project'
  /** The filter's value. */
  value: string
  label: string
  /** Other names by which it is found. */
  otherNames?: readonly string[]
}

/** Loads the facets of an account. Search knows no names but these, so that it tells nothing of others. */
export async function loadFacets(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  accountId: string,
  locale: Locale = 'en-GB',
): Promise<Facet[]> {
  const albums = await listAlbumNames(db, accountId)
  const products = await listOrderedTitles(db, accountId)
  const projects = await listProjectTitles(db, accountId, clock.now())
  const cameras = await listCameras(db, accountId)
  return [
    ...createPlaceFacets(await listTowns(db, accountId), locale),
    ...albums.map(({ album_id, name }): Facet => ({ field: 'album', value: album_id, label: name })),
    ...products.map(({ code, title }): Facet => ({ field: 'product', value: code, label: title })),
    ...projects.map(
      ({ project_id, title }): Facet => ({ field: 'project', value: project_id, label: title }),
    ),
    ...cameras.map(({ camera_id, label }): Facet => ({ field: 'camera', value: String(camera_id), label })),
  ]
}

/** Towns, those with most photos first, and the countries that they are in . */
export function createPlaceFacets(towns: readonly Omit<TownWithPhotos, 'photos'>[], locale: Locale): Facet[] {
  const codes = [...new Set(towns.map(({ country }) => country))]
  const labels = nameCountries(codes, locale)
  const englishNames = nameCountries(codes, 'en-GB')
  return [
    ...towns.map((town): Facet => {
      const name = getTownName(town, locale)
      const country = labels.get(town.country)
      return {
        field: 'place',
        value: String(town.placeId),
        label: country ? `${name}, ${country}` : name,
        otherNames: listTownNames(town),
      }
    }),
    ...codes.map(
      (code): Facet => ({
        field: 'place',
        value: `country:${code}`,
        label: labels.get(code) ?? code,
        otherNames: [englishNames.get(code) ?? code],
      }),
    ),
  ]
}

/** Returns the names of countries in a language. Intl.DisplayNames takes some 60 µs to be created. */
function nameCountries(codes: readonly string[], locale: string): Map<string, string | undefined> {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return new Map(codes.map(code => [code, names.of(code)]))
}
