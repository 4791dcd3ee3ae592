import { describe, expect, test } from 'vitest'
import { isPlausible } from '#contract/partial-date.ts'
import { isScreenshotName, parseFileNameDate } from './file-name.ts'

describe('OP-92 dates in file names', () => {
  test.each([
    ['IMG_20240503_141500.jpg', '2024-05-03T14:15:00'],
    ['IMG_20240503_141500_1.jpg', '2024-05-03T14:15:00'],
    ['IMG_20240503_141500~2.jpg', '2024-05-03T14:15:00'],
    ['MVIMG_20240503_141500.jpg', '2024-05-03T14:15:00'],
    ['PXL_20240503_141500123.jpg', '2024-05-03T14:15:00'],
    ['PXL_20240503_141500123.MP.jpg', '2024-05-03T14:15:00'],
    ['Screenshot_20240503-141500.png', '2024-05-03T14:15:00'],
    ['Screenshot_20240503_141500_Maps.jpg', '2024-05-03T14:15:00'],
    ['Screenshot 2024-05-03 at 14.15.00.png', '2024-05-03T14:15:00'],
    ['Screenshot 2024-05-03 at 2.15.00\u202fPM.png', '2024-05-03T14:15:00'],
    ['Screenshot 2024-05-03 at 12.15.00 AM.png', '2024-05-03T00:15:00'],
    ['Bildschirmfoto 2024-05-03 um 14.15.00.png', '2024-05-03T14:15:00'],
    ['Screenshot 2024-05-03 141500.png', '2024-05-03T14:15:00'],
    ['Screenshot from 2024-05-03 14-15-00.png', '2024-05-03T14:15:00'],
    ['WhatsApp Image 2024-05-03 at 14.15.00.jpeg', '2024-05-03T14:15:00'],
    ['WhatsApp Image 2024-05-03 at 14.15.00 (1).jpeg', '2024-05-03T14:15:00'],
    ['IMG-20240503-WA0001.jpg', '2024-05-03T00:00:00'],
    ['signal-2024-05-03-141500.jpg', '2024-05-03T14:15:00'],
    ['signal-2024-05-03-14-15-00-123.jpg', '2024-05-03T14:15:00'],
    ['20240503_141500.jpg', '2024-05-03T14:15:00'],
    ['2024-05-03 14.15.00.jpg', '2024-05-03T14:15:00'],
    ['IMG20240503141500.jpg', '2024-05-03T14:15:00'],
    ['WIN_20240503_14_15_00_Pro.jpg', '2024-05-03T14:15:00'],
    ['holiday/IMG_20240503_141500.jpg', '2024-05-03T14:15:00'],
    ['C:\\photos\\IMG_20240503_141500.jpg', '2024-05-03T14:15:00'],
  ])('%s', (name, at) => {
    expect(parseFileNameDate(name)?.at).toBe(at)
  })

  test.each([
    'IMG_1234.jpg',
    'DSC01234.JPG',
    'IMG_20240230_141500.jpg',
    'IMG_20240503_256161.jpg',
    'Screenshot 2024-05-03 at 13.15.00 PM.png',
    '1234567890123456.jpg',
    'order 20240503.jpg',
    'IMG_20240503_1415001234567.jpg',
    '',
  ])('"%s" has none', name => {
    expect(parseFileNameDate(name)).toBeNull()
  })
})

describe('NX-243, RV-807 file names that begin with a date', () => {
  test.each([
    ['2007-07-14.jpg', '2007-07-14T00:00:00'],
    ['2007-07-14 (2).jpg', '2007-07-14T00:00:00'],
    ['1974-08-12 Garten.jpg', '1974-08-12T00:00:00'],
    ['1974-08-12_0001.jpg', '1974-08-12T00:00:00'],
    ['19740812.jpg', '1974-08-12T00:00:00'],
    ['19740812 Garten.jpg', '1974-08-12T00:00:00'],
    ['19740812_012.jpg', '1974-08-12T00:00:00'],
    ['1974-08 Garten.jpg', '1974-08-01T00:00:00'],
    ['1974-08_Été.jpg', '1974-08-01T00:00:00'],
    ['IMG_20240503.jpg', '2024-05-03T00:00:00'],
    ['IMG_20240503_HDR.jpg', '2024-05-03T00:00:00'],
    ['Scan_19740812.jpg', '1974-08-12T00:00:00'],
    ['Screenshot_2024-05-03-14-15-00-123_com.example.app.jpg', '2024-05-03T14:15:00'],
    ['FB_IMG_1540000000000.jpg', '2018-10-20T01:46:40'],
    ['FB_IMG_1540000000000 (1).jpg', '2018-10-20T01:46:40'],
  ])('%s', (name, at) => {
    expect(parseFileNameDate(name)?.at).toBe(at)
  })

  test.each([
    // Day and month are ambiguous.
    'Photo 03.05.24.jpg',
    'Photo 03.05.24, 14 15 00.jpg',
    '03-05-2024.jpg',
    '12081974.jpg',
    // A year alone, and a month without text.
    '1974.jpg',
    '1974 Garten.jpg',
    '1974-08.jpg',
    '1974-08-1.jpg',
    '197408.jpg',
    // Days and months that do not exist.
    '2007-02-30.jpg',
    '2007-02-30 Garten.jpg',
    '1974-13 Garten.jpg',
    '20011234.jpg',
    // The numbers of a downloaded picture.
    '20031228_10153421234567890_1234567890_n.jpg',
    '200312281.jpg',
    // The day of scanning.
    'Scan_20240503.jpg',
    'FB_IMG_0000000000000.jpg',
    'FB_IMG_15400000000001.jpg',
    'FB_IMG_1540000000.jpg',
  ])('"%s" has none', name => {
    const date = parseFileNameDate(name)
    expect(date !== null && isPlausible(date.at, new Date('2026-06-01T12:00:00Z'))).toBe(false)
  })
})

test.each([
  ['IMG_20240503_141500.jpg', 'second'],
  ['FB_IMG_1540000000000.jpg', 'second'],
  ['IMG-20240503-WA0001.jpg', 'day'],
  ['2007-07-14.jpg', 'day'],
  ['Scan_19740812.jpg', 'day'],
  ['1974-08 Garten.jpg', 'month'],
])('NX-243 the date of %s is exact to the %s', (name, precision) => {
  expect(parseFileNameDate(name)?.precision).toBe(precision)
})

/** Three systems and WhatsApp in each language of the product; screenshots by macOS, GNOME, Windows and Android. */
const SCREENSHOTS: Record<string, string[]> = {
  en: ['Screenshot 2024-05-03 at 14.15.00.png', 'Screenshot from 2024-05-03 14-15-00.png'],
  de: ['Bildschirmfoto 2024-05-03 um 14.15.00.png', 'Bildschirmfoto vom 2024-05-03 14-15-00.png'],
  fr: [
    'Capture d’écran 2024-05-03 à 14.15.00.png',
    "Capture d'écran 2024-05-03 141500.png",
    'Capture d’écran du 2024-05-03 14-15-00.png',
    'Capture d’écran_20240503-141500.png',
  ],
  nl: ['Schermafbeelding 2024-05-03 om 14.15.00.png', 'Schermafdruk van 2024-05-03 14-15-00.png'],
  it: [
    'Schermata 2024-05-03 alle 14.15.00.png',
    'Schermata 2024-05-03 alle ore 14.15.00.png',
    'Schermata del 2024-05-03 14-15-00.png',
  ],
  es: [
    'Captura de pantalla 2024-05-03 a las 14.15.00.png',
    'Captura de Pantalla 2024-05-03 a la(s) 2.15.00\u202fp. m..png',
    'Captura desde 2024-05-03 14-15-00.png',
    'Captura_de_pantalla_20240503-141500.png',
  ],
  pt: [
    'Captura de ecrã 2024-05-03, às 14.15.00.png',
    'Captura de tela 2024-05-03 às 14.15.00.png',
    'Captura de ecrã 2024-05-03 141500.png',
  ],
  da: ['Skærmbillede 2024-05-03 kl. 14.15.00.png', 'Skærmbillede fra 2024-05-03 14-15-00.png'],
  nb: ['Skjermbilde 2024-05-03 kl. 14.15.00.png', 'Skjermbilde_20240503_141500_Chrome.jpg'],
  sv: ['Skärmavbild 2024-05-03 kl. 14.15.00.png', 'Skärmbild från 2024-05-03 14-15-00.png'],
}

const MESSENGERS = [
  'WhatsApp Image 2024-05-03 at 14.15.00.jpeg',
  'WhatsApp Image 2024-05-03 at 2.15.00 PM.jpeg',
  'WhatsApp Bild 2024-05-03 um 14.15.00.jpeg',
  'Image WhatsApp 2024-05-03 à 14.15.00.jpeg',
  'WhatsApp-afbeelding 2024-05-03 om 14.15.00.jpeg',
  'Immagine WhatsApp 2024-05-03 ore 14.15.00.jpeg',
  'Imagen de WhatsApp 2024-05-03 a las 14.15.00.jpeg',
  'Imagem WhatsApp 2024-05-03 às 14.15.00.jpeg',
  'WhatsApp-billede 2024-05-03 kl. 14.15.00.jpeg',
  'WhatsApp-bilde 2024-05-03 kl. 14.15.00.jpeg',
  'WhatsApp-bild 2024-05-03 kl. 14.15.00 (2).jpeg',
  'photo_5368324170671202286@03-05-2024_14-15-00.jpg',
  'photo_2024-05-03_14-15-00.jpg',
  'DJI_20240503141500_0001_D.JPG',
  'DJI_20240503_141500_12.JPG',
  'mmexport1714745700000.jpg',
  'wx_camera_1714745700000.jpg',
]

describe('RV-1085 names that systems, messengers and cameras give', () => {
  test.each(Object.entries(SCREENSHOTS).flatMap(([language, names]) => names.map(name => [language, name])))(
    'in %s %s is a screenshot with its time, composed or not',
    (_, name) => {
      for (const form of [name!, name!.normalize('NFD')]) {
        expect(parseFileNameDate(form)).toMatchObject({ at: '2024-05-03T14:15:00', precision: 'second' })
        expect(isScreenshotName(form)).toBe(true)
      }
    },
  )

  test.each(MESSENGERS)('%s has its time and is no screenshot', name => {
    expect(parseFileNameDate(name)?.at).toBe('2024-05-03T14:15:00')
    expect(isScreenshotName(name)).toBe(false)
  })

  test('two digits of a year are those of PhotoSync', () => {
    expect(parseFileNameDate('22-04-06 15-21-03.jpg')?.at).toBe('2022-04-06T15:21:03')
    expect(parseFileNameDate('22-04-06 15-21-03 0042.jpg')?.at).toBe('2022-04-06T15:21:03')
    for (const name of ['22-04-06.jpg', '22-13-06 15-21-03.jpg', '122-04-06 15-21-03.jpg'])
      expect(parseFileNameDate(name)).toBeNull()
  })

  test('an instant is local in the zone of the device, to the second of summer time', () => {
    const at = (milliseconds: number, zone: string) => {
      const date = parseFileNameDate(`mmexport${milliseconds}.jpg`, zone)
      return [date?.at, date?.offset]
    }
    expect(at(1714745700000, 'Europe/Berlin')).toEqual(['2024-05-03T16:15:00', 120])
    expect(at(1714745700000, 'Asia/Kathmandu')).toEqual(['2024-05-03T20:00:00', 345])
    const start = Date.UTC(2024, 2, 31, 1)
    expect(at(start - 1000, 'Europe/Berlin')).toEqual(['2024-03-31T01:59:59', 60])
    expect(at(start, 'Europe/Berlin')).toEqual(['2024-03-31T03:00:00', 120])
  })

  test.each(['Letter 14.15.00.jpg', 'photo_1@31-02-2024_14-15-00.jpg', 'mmexport171474570000.jpg'])(
    '%s has none',
    name => {
      expect(parseFileNameDate(name)).toBeNull()
    },
  )
})
