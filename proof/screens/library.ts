import type { ScreenTable } from './screen.ts'
import * as steps from './steps.ts'

const { all, choose, fill, go, openPage, openPhoto, openPhotos, press, see, seePictures, seeText, select } =
  steps

const inPreview = all(see('button', /^Back to/), seePictures, page => page.mouse.move(200, 200))
const openPreview = all(openPhotos, openPhoto(1), inPreview)
const openBin = all(
  openPage('/my-photos/deleted', 'Recently deleted'),
  see('button', /^Photo \d/),
  seePictures,
)
const openAlbums = all(go('/my-photos/albums'), see('link', /^Camper summer/), seePictures)
const openAlbum = all(openAlbums, press(/^Camper summer/, 'link'), see('button', /^Photo \d/), seePictures)
const openShared = (name: RegExp) =>
  all(
    openAlbums,
    press(name, 'link'),
    seeText('Shared albums are no longer supported'),
    see('button', /^Photo \d/),
    seePictures,
  )
const openOwnShared = openShared(/^A week by the sea/)
const openSharedByFriend = openShared(/^From the wedding guests/)
const copyToAlbum = all(
  openPhotos,
  select(0, 1, 3),
  press('Copy to album'),
  page => page.getByRole('radio', { name: /^Camper summer/ }).check(),
  seePictures,
)

/** Photos, the bin and albums, with the dialogs above them. */
export const LIBRARY: ScreenTable = {
  photos: [openPhotos],
  'photos-scrolled': [openPhotos, page => page.evaluate(() => scrollTo(0, 1400)), seePictures],
  selection: [openPhotos, select(0, 1, 3), seeText('3 selected')],
  preview: [openPreview],
  'preview-details': [openPreview, press('Details'), see('heading', 'Details')],
  shortcuts: {
    minWidth: 1024,
    steps: [openPreview, steps.pressKey('?'), see('heading', 'Keyboard shortcuts')],
  },
  delete: [openPhotos, select(0), press('Delete'), see('heading', 'Delete this photo?')],
  storage: [openPhotos, press(/storage remaining/), see('dialog')],
  'export-question': [
    openPhotos,
    press(/storage remaining/),
    press('Export photos', 'button', 'dialog'),
    see('button', 'Create export'),
  ],
  'sort-list': [openPhotos, press(/^Sort by/), see('listbox')],
  download: [openPhotos, select(0, 1), press('Download'), seeText(/\.zip|Download 2/)],
  sheet: { maxWidth: 1023, steps: [openPhotos, press('More'), see('dialog')] },
  'account-menu': [openPhotos, press(/Account$/), see('menu')],
  'help-menu': [openPhotos, press('Help'), see('menu')],
  deleted: [openBin],
  'deleted-selection': [openBin, select(0), seeText('1 selected')],
  'deleted-for-ever': [openBin, press('Empty'), see('alertdialog')],
  'deleted-restore-all': [openBin, press(/^Restore all/), see('alertdialog')],

  albums: [openAlbums],
  album: [openAlbum],
  'album-empty': [openAlbums, press(/^New ideas/, 'link'), seeText('Your album is empty')],
  'album-rename': [
    openAlbum,
    press('Rename album'),
    fill('Album name', 'Summer <3'),
    steps.pressKey('Enter'),
    seeText('Name not valid'),
  ],
  'album-selection': [openAlbum, select(1), seeText('1 selected')],
  'album-remove': [openAlbum, select(1), press('Remove from album'), see('alertdialog')],
  'album-delete': [openAlbum, choose('Delete album'), see('alertdialog')],
  'album-preview': [openAlbum, openPhoto(2), inPreview],
  'album-new': [openAlbums, press('New album'), see('dialog')],
  'album-copy': [copyToAlbum],
  'album-copy-new': [copyToAlbum, press('New album', 'button', 'dialog'), see('textbox', 'Album name')],
  'albums-shared': [
    openAlbums,
    page => page.evaluate(() => scrollTo(0, document.body.scrollHeight)),
    see('heading', 'Shared with you'),
    seePictures,
  ],
  'shared-album': [openOwnShared],
  'shared-album-of-others': [openSharedByFriend],
  'shared-album-selection': [openSharedByFriend, select(0, 1), seeText('2 selected')],
  'shared-album-delete': [openOwnShared, choose('Delete album'), see('alertdialog')],
  'shared-album-leave': [openSharedByFriend, choose('Delete album'), see('alertdialog')],
  'shared-album-preview': [openOwnShared, openPhoto(2), inPreview],
}
