import type { UploadCompanion } from '#contract/upload-companion.ts'
import { createRandom, type Random } from '#server/testing/random.ts'

/**
 * Returns the files of a folder of Google Takeout under generated names: duplicates with numbers, cut names, emoji, edited
 * copies without a companion, older and newer forms; with the date of each photo in UTC. Every other one was taken in Kathmandu.
 */
export function takeoutExport(size: number, seed: number) {
  const random = createRandom(seed)
  const photos: { folder: string; name: string }[] = []
  const companions: { folder: string; name: string; text: string }[] = []
  const dateByPhoto = new Map<string, string>()
  const usedNames = new Set<string>()
  const folder = 'Takeout/Google Photos/Garden'
  const titles: string[] = []
  const suffix = random.pick(['', '.supplemental-metadata'])
  for (let index = 0; photos.length < size; index++) {
    const title = titles.length > 0 && random.chance(0.2) ? random.pick(titles) : createTitle(random, index)
    titles.push(title)
    const extension = /\.[^.]*$/.exec(title)![0]
    const base = title.slice(0, -extension.length).replace(/[&?:'"]/g, '_')
    const plainBase = base.slice(0, 51 - extension.length)
    const plainName = (plainBase.isWellFormed() ? plainBase : plainBase.slice(0, -1)) + extension
    let number = 0
    const toName = (name: string) => (number > 0 ? name.replace(/(\.[^.]*)$/, `(${number})$1`) : name)
    while (usedNames.has(toName(plainName))) number++
    const name = toName(plainName)
    const seconds = 1_300_000_000 + random.integer(400_000_000)
    const takenAt = new Date(seconds * 1000).toISOString().slice(0, 19)
    const cut = (plainName + suffix).slice(0, 46)
    // Companions of different photos may have the same cut name: then they are numbered by themselves.
    let companionNumber = number
    const toCompanionName = () => `${cut}${companionNumber > 0 ? `(${companionNumber})` : ''}.json`
    while (usedNames.has(toCompanionName())) companionNumber++
    const value = {
      title,
      photoTakenTime: { timestamp: String(seconds) },
      geoData: index % 2 === 0 ? { latitude: 0, longitude: 0 } : { latitude: 27.7172, longitude: 85.324 },
    }
    photos.push({ folder, name: random.chance(0.1) ? name.normalize('NFD') : name })
    dateByPhoto.set(photos.at(-1)!.name, takenAt)
    companions.push({ folder, name: toCompanionName(), text: JSON.stringify(value) })
    usedNames.add(name).add(toCompanionName())
    const edited = toName(
      plainName.replace(/(\.[^.]*)$/, `${random.pick(['-edited', '-bearbeitet', '-modifié'])}$1`),
    )
    if (random.chance(0.05) && plainName.length < 35 && !usedNames.has(edited)) {
      photos.push({ folder, name: edited })
      dateByPhoto.set(edited, takenAt)
      usedNames.add(edited)
    }
  }
  return { photos, companions, dateByPhoto }
}

/** Returns the date in UTC that a companion says. */
export const toUtc = ({ takenAt, offset = 0 }: UploadCompanion) =>
  takenAt && new Date(Date.parse(`${takenAt}Z`) - offset * 60_000).toISOString().slice(0, 19)

function createTitle(random: Random, index: number): string {
  const extension = random.pick(['.jpg', '.JPG', '.jpeg', '.HEIC', '.png'])
  const number = String(random.integer(10_000)).padStart(4, '0')
  const long = 'Geburtstag von Opa im Garten mit der ganzen Familie und Freunden'
  // Rare: names of which the cut parts are equal, so that numbers of photos and companions differ.
  if (random.chance(0.01))
    return random.pick([`${long} ${number}`, long.slice(0, 44) + index, `IMG_${number}(1)`]) + extension
  return (
    random.pick([
      `IMG_${number}`,
      `PXL_2023011${number}_${index}`,
      `Screenshot_2019-05-04-14-15-00-${number}_com.example.app`,
      `${index} ${long}`,
      `${long.slice(0, 20 + random.integer(20))}${index}`,
      `Café & Küche ${number}`,
      `${index}${'🎂'.repeat(1 + random.integer(25))}`,
    ]) + extension
  )
}
