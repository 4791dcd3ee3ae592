import type { Locale } from '#contract/brands.ts'
import { MORE_PHRASES } from './held-out-more.testing.ts'

/*
 * Phrases as customers type them, with the filter that they mean, written without asking the parser (NX-204). Today is Thursday,
 * 26 November 2026.
 */

export const TODAY = '2026-11-26'

/** Towns whose photos the customer has, by GeoNames id and name. */
export const TOWNS = [
  { placeId: 2867714, name: 'Munich', country: 'DE' },
  { placeId: 2886242, name: 'Köln', country: 'DE' },
  { placeId: 2761369, name: 'Vienna', country: 'AT' },
  { placeId: 2657896, name: 'Zürich', country: 'CH' },
  { placeId: 2618425, name: 'Copenhagen', country: 'DK' },
  { placeId: 2988507, name: 'Paris', country: 'FR' },
  { placeId: 2692969, name: 'Malmö', country: 'SE' },
  { placeId: 2514256, name: 'Málaga', country: 'ES' },
]

export const ALBUM = '0198c0de-0000-4000-8000-000000000001'
export const SEASON_ALBUM = '0198c0de-0000-4000-8000-000000000002'

/** A phrase and the query of its filter. */
export type HeldOut = readonly [phrase: string, filter: string]

interface Language {
  /** From January; from Monday; from spring. */
  months: string
  weekdays: string
  seasons: string
  /** Abbreviated months, with their numbers. */
  shortMonths: string
  /** Munich, Köln, Vienna, Zürich, Copenhagen, Paris, Malmö, Málaga. */
  towns: string
  /** M, N: months; Y, Z: years; D, E: days; S: season; P: town. */
  monthOfYear: readonly string[]
  dayOfMonth: readonly string[]
  dayOfYear: readonly string[]
  numericDates: readonly HeldOut[]
  months_: readonly string[]
  monthsOfAnyYear: readonly string[]
  monthsAcrossYears: readonly string[]
  days: readonly string[]
  years: readonly string[]
  seasonOfYear: readonly string[]
  monthInTown: readonly string[]
  seasonInTown: readonly string[]
  /** An album, one that begins with a season, and a product. */
  album: string
  seasonAlbum: string
  product: string
  /** One phrase and its filter a line, apart by an arrow. */
  phrases: string
}

/** Filters that all languages have a phrase for. */
const ALBUM_FILTER = `album=${ALBUM}`

const LANGUAGES: Record<string, Language> = {
  en: {
    months: 'January February March April May June July August September October November December',
    weekdays: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
    seasons: 'spring summer autumn winter',
    shortMonths: 'Jan1 Feb2 Apr4 Aug8 Sept9 Oct10 Dec12',
    towns: 'Munich Cologne Vienna Zurich Copenhagen Paris Malmo Malaga',
    monthOfYear: ['M Y', 'in M Y', 'M, Y', 'from M Y'],
    dayOfMonth: ['D M', 'M D', 'on D M', 'Dth of M'],
    dayOfYear: ['D M Y', 'M D, Y', 'on D M Y', 'Dth M Y'],
    numericDates: [
      ['05/07/2024', 'date=2024-07-05'],
      ['2023-12-24', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5/7/24', 'date=2024-07-05'],
    ],
    months_: ['M to N Y', 'from M to N Y', 'M-N Y', 'M – N Y', 'between M and N Y', 'M until N Y'],
    monthsOfAnyYear: ['M to N', 'M-N'],
    monthsAcrossYears: ['M Y to N Z', 'from M Y to N Z', 'M Y - N Z'],
    days: ['D to E M Y', 'D-E M Y', 'from D to E M Y', 'M D-E, Y'],
    years: ['Y to Z', 'from Y to Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'in S Y', 'S of Y'],
    monthInTown: ['P M Y', 'P in M Y', 'M Y in P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S Y in P', 'P in S Y', 'P S Y'],
    album: 'Anna and Tom’s wedding',
    seasonAlbum: 'Summer in Sweden',
    product: 'Photo book Tuscany',
    phrases: `
      Christmas → days=christmas
      at Christmas → days=christmas
      christmas 2022 → date=2022-12-24..2022-12-26
      xmas 2021 → date=2021-12-24..2021-12-26
      Christmas Eve → days=christmas
      new year’s eve → days=new-year
      easter → days=easter
      Easter 2023 → date=2023&days=easter
      weekend → days=weekend
      at the weekend → days=weekend
      sundays → days=sun
      in July → days=07-01..07-31
      February → days=02-01..02-29
      today → date=2026-11-26
      yesterday → date=2026-11-25
      this year → date=2026
      last year → date=2025
      this month → date=2026-11
      last month → date=2026-10
      last week → date=2026-11-16..2026-11-22
      last summer → date=2026-06..2026-08
      last autumn → date=2025-09..2025-11
      since 2020 → date=2020..
      until 2015 → date=..2015
      without a date → undated=true
      no date → undated=true
      never printed → printed=never
      landscape → shape=landscape
      portrait Paris → place=2988507&shape=upright
      panorama → shape=panorama
      screenshots 2024 → date=2024&type=screenshot
      Christmas in Vienna → days=christmas&place=2761369
      sunday in paris → days=sun&place=2988507
      Paris and Vienna → place=2988507&place=2761369
      Italy 2023 → date=2023&place=country:IT
      2022 and 2023 → date=2022&date=2023`,
  },
  de: {
    months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    weekdays: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
    seasons: 'Frühling Sommer Herbst Winter',
    shortMonths: 'Jan1 Feb2 Apr4 Aug8 Sept9 Okt10 Dez12',
    towns: 'München Köln Wien Zürich Kopenhagen Paris Malmö Málaga',
    monthOfYear: ['M Y', 'im M Y', 'M, Y', 'vom M Y'],
    dayOfMonth: ['D. M', 'D M', 'am D. M', 'vom D. M'],
    dayOfYear: ['D. M Y', 'D M Y', 'am D. M Y', 'vom D. M Y'],
    numericDates: [
      ['05.07.2024', 'date=2024-07-05'],
      ['24.12.23', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5.7.2024', 'date=2024-07-05'],
    ],
    months_: ['M bis N Y', 'von M bis N Y', 'M-N Y', 'M – N Y', 'zwischen M und N Y', 'vom M bis N Y'],
    monthsOfAnyYear: ['M bis N', 'M-N'],
    monthsAcrossYears: ['M Y bis N Z', 'von M Y bis N Z', 'M Y - N Z'],
    days: ['D. bis E. M Y', 'D.-E. M Y', 'vom D. bis E. M Y', 'D. – E. M Y'],
    years: ['Y bis Z', 'von Y bis Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'im S Y', 'der S Y'],
    monthInTown: ['P M Y', 'P im M Y', 'M Y in P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S Y in P', 'P im S Y', 'P S Y'],
    album: 'Hochzeit von Anna und Tom',
    seasonAlbum: 'Sommer in Schweden',
    product: 'Fotobuch Toskana',
    phrases: `
      Weihnachten → days=christmas
      an Weihnachten → days=christmas
      weihnachten 2022 → date=2022-12-24..2022-12-26
      Heiligabend → days=christmas
      Heilig Abend 2021 → date=2021-12-24..2021-12-26
      Silvester → days=new-year
      Ostern → days=easter
      Ostern 2023 → date=2023&days=easter
      Wochenende → days=weekend
      am Wochenende → days=weekend
      sonntags → days=sun
      Sonnabend → days=sat
      im Juli → days=07-01..07-31
      Februar → days=02-01..02-29
      heute → date=2026-11-26
      gestern → date=2026-11-25
      dieses Jahr → date=2026
      letztes Jahr → date=2025
      diesen Monat → date=2026-11
      letzten Monat → date=2026-10
      letzte Woche → date=2026-11-16..2026-11-22
      letzten Sommer → date=2026-06..2026-08
      letzten Herbst → date=2025-09..2025-11
      seit 2020 → date=2020..
      bis 2015 → date=..2015
      ohne Datum → undated=true
      nie gedruckt → printed=never
      Querformat → shape=landscape
      Hochformat Paris → place=2988507&shape=upright
      Panoramen → shape=panorama
      Screenshots 2024 → date=2024&type=screenshot
      Weihnachten in Wien → days=christmas&place=2761369
      sonntag in paris → days=sun&place=2988507
      Paris und Wien → place=2988507&place=2761369
      Italien 2023 → date=2023&place=country:IT
      2022 und 2023 → date=2022&date=2023`,
  },
  fr: {
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
    seasons: 'printemps été automne hiver',
    shortMonths: 'janv1 févr2 avr4 juil7 sept9 oct10 déc12',
    towns: 'Munich Cologne Vienne Zurich Copenhague Paris Malmö Malaga',
    monthOfYear: ['M Y', 'en M Y', 'de M Y', 'M, Y'],
    dayOfMonth: ['D M', 'le D M', 'du D M', 'D M'],
    dayOfYear: ['D M Y', 'le D M Y', 'du D M Y', 'D M Y'],
    numericDates: [
      ['05/07/2024', 'date=2024-07-05'],
      ['24/12/23', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5.7.2024', 'date=2024-07-05'],
    ],
    months_: ['M à N Y', 'de M à N Y', 'M-N Y', 'M – N Y', 'entre M et N Y', 'de M jusqu’à N Y'],
    monthsOfAnyYear: ['M à N', 'M-N'],
    monthsAcrossYears: ['M Y à N Z', 'de M Y à N Z', 'M Y - N Z'],
    days: ['D au E M Y', 'D-E M Y', 'du D au E M Y', 'D – E M Y'],
    years: ['Y à Z', 'de Y à Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'en S Y', 'S de Y'],
    monthInTown: ['P M Y', 'P en M Y', 'M Y à P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S Y à P', 'P en S Y', 'P S Y'],
    album: 'Mariage d’Anna et Tom',
    seasonAlbum: 'Été en Suède',
    product: 'Livre photo Toscane',
    phrases: `
      Noël → days=christmas
      à Noël → days=christmas
      noel 2022 → date=2022-12-24..2022-12-26
      réveillon de Noël → days=christmas
      nouvel an → days=new-year
      saint sylvestre → days=new-year
      Pâques → days=easter
      paques 2023 → date=2023&days=easter
      week-end → days=weekend
      le week-end → days=weekend
      dimanches → days=sun
      en juillet → days=07-01..07-31
      février → days=02-01..02-29
      aujourd’hui → date=2026-11-26
      aujourd'hui → date=2026-11-26
      hier → date=2026-11-25
      cette année → date=2026
      l’année dernière → date=2025
      l'an dernier → date=2025
      ce mois-ci → date=2026-11
      le mois dernier → date=2026-10
      la semaine dernière → date=2026-11-16..2026-11-22
      l’été dernier → date=2026-06..2026-08
      l'automne dernier → date=2025-09..2025-11
      depuis 2020 → date=2020..
      jusqu’en 2015 → date=..2015
      sans date → undated=true
      jamais imprimées → printed=never
      format paysage → shape=landscape
      portrait Paris → place=2988507&shape=upright
      panoramas → shape=panorama
      captures d'écran 2024 → date=2024&type=screenshot
      Noël à Vienne → days=christmas&place=2761369
      dimanche à paris → days=sun&place=2988507
      Paris et Vienne → place=2988507&place=2761369
      Italie 2023 → date=2023&place=country:IT
      2022 et 2023 → date=2022&date=2023`,
  },
  es: {
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    weekdays: 'lunes martes miércoles jueves viernes sábado domingo',
    seasons: 'primavera verano otoño invierno',
    shortMonths: 'ene1 feb2 abr4 ago8 sept9 oct10 dic12',
    towns: 'Múnich Colonia Viena Zúrich Copenhague París Malmö Málaga',
    monthOfYear: ['M Y', 'M de Y', 'en M de Y', 'M del Y'],
    dayOfMonth: ['D de M', 'D M', 'el D de M', 'del D de M'],
    dayOfYear: ['D de M de Y', 'D M Y', 'el D de M de Y', 'D de M del Y'],
    numericDates: [
      ['05/07/2024', 'date=2024-07-05'],
      ['24/12/23', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5-7-2024', 'date=2024-07-05'],
    ],
    months_: ['M a N Y', 'de M a N de Y', 'M-N Y', 'M – N Y', 'entre M y N de Y', 'M hasta N Y'],
    monthsOfAnyYear: ['M a N', 'M-N'],
    monthsAcrossYears: ['M Y a N Z', 'de M de Y a N de Z', 'M Y - N Z'],
    days: ['D al E de M de Y', 'D-E M Y', 'del D al E de M de Y', 'D – E de M Y'],
    years: ['Y a Z', 'de Y a Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'S de Y', 'en S de Y'],
    monthInTown: ['P M Y', 'P en M de Y', 'M Y en P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S de Y en P', 'P en S de Y', 'P S Y'],
    album: 'Boda de Ana y Tomás',
    seasonAlbum: 'Verano en Suecia',
    product: 'Álbum de fotos Toscana',
    phrases: `
      Navidad → days=christmas
      en Navidad → days=christmas
      navidad 2022 → date=2022-12-24..2022-12-26
      Nochebuena → days=christmas
      nochevieja → days=new-year
      año nuevo → days=new-year
      Semana Santa → days=easter
      semana santa 2023 → date=2023&days=easter
      fin de semana → days=weekend
      el fin de semana → days=weekend
      domingos → days=sun
      en julio → days=07-01..07-31
      febrero → days=02-01..02-29
      setiembre 2021 → date=2021-09
      hoy → date=2026-11-26
      ayer → date=2026-11-25
      este año → date=2026
      ano pasado → date=2025
      el año pasado → date=2025
      este mes → date=2026-11
      el mes pasado → date=2026-10
      la semana pasada → date=2026-11-16..2026-11-22
      el verano pasado → date=2026-06..2026-08
      el otoño pasado → date=2025-09..2025-11
      desde 2020 → date=2020..
      hasta 2015 → date=..2015
      sin fecha → undated=true
      nunca impresas → printed=never
      horizontal → shape=landscape
      vertical París → place=2988507&shape=upright
      panorámicas → shape=panorama
      capturas de pantalla 2024 → date=2024&type=screenshot
      Navidad en Viena → days=christmas&place=2761369
      domingo en paris → days=sun&place=2988507
      París y Viena → place=2988507&place=2761369
      Italia 2023 → date=2023&place=country:IT
      2022 y 2023 → date=2022&date=2023`,
  },
  it: {
    months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    weekdays: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
    seasons: 'primavera estate autunno inverno',
    shortMonths: 'gen1 feb2 apr4 ago8 set9 ott10 dic12',
    towns: 'Monaco-di-Baviera Colonia Vienna Zurigo Copenaghen Parigi Malmö Málaga',
    monthOfYear: ['M Y', 'a M Y', 'M del Y', 'di M Y'],
    dayOfMonth: ['D M', 'il D M', 'del D M', 'D di M'],
    dayOfYear: ['D M Y', 'il D M Y', 'del D M Y', 'D M del Y'],
    numericDates: [
      ['05/07/2024', 'date=2024-07-05'],
      ['24/12/23', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5.7.2024', 'date=2024-07-05'],
    ],
    months_: ['M a N Y', 'da M a N Y', 'M-N Y', 'M – N Y', 'tra M e N Y', 'da M fino a N Y'],
    monthsOfAnyYear: ['da M a N', 'M-N'],
    monthsAcrossYears: ['M Y a N Z', 'da M Y a N Z', 'M Y - N Z'],
    days: ['dal D al E M Y', 'D-E M Y', 'D al E M Y', 'D – E M Y'],
    years: ['dal Y al Z', 'Y a Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'in S Y', 'S del Y'],
    monthInTown: ['P M Y', 'P a M Y', 'M Y a P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S Y a P', 'P in S Y', 'P S Y'],
    album: 'Matrimonio di Anna e Tommaso',
    seasonAlbum: 'Estate in Svezia',
    product: 'Fotolibro Toscana',
    phrases: `
      Natale → days=christmas
      a Natale → days=christmas
      natale 2022 → date=2022-12-24..2022-12-26
      vigilia di Natale → days=christmas
      capodanno → days=new-year
      san silvestro → days=new-year
      Pasqua → days=easter
      pasqua 2023 → date=2023&days=easter
      fine settimana → days=weekend
      nel fine settimana → days=weekend
      lunedi → days=mon
      a luglio → days=07-01..07-31
      febbraio → days=02-01..02-29
      oggi → date=2026-11-26
      ieri → date=2026-11-25
      quest’anno → date=2026
      quest'anno → date=2026
      l’anno scorso → date=2025
      anno scorso → date=2025
      questo mese → date=2026-11
      il mese scorso → date=2026-10
      la settimana scorsa → date=2026-11-16..2026-11-22
      l'estate scorsa → date=2026-06..2026-08
      l’autunno scorso → date=2025-09..2025-11
      dal 2020 → date=2020..
      fino al 2015 → date=..2015
      senza data → undated=true
      mai stampate → printed=never
      orizzontale → shape=landscape
      verticali Parigi → place=2988507&shape=upright
      panoramiche → shape=panorama
      screenshot 2024 → date=2024&type=screenshot
      Natale a Vienna → days=christmas&place=2761369
      domenica a parigi → days=sun&place=2988507
      Parigi e Vienna → place=2988507&place=2761369
      Italia 2023 → date=2023&place=country:IT
      2022 e 2023 → date=2022&date=2023`,
  },
  pt: {
    months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    weekdays: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo',
    seasons: 'primavera verão outono inverno',
    shortMonths: 'jan1 fev2 abr4 ago8 set9 out10 dez12',
    towns: 'Munique Colónia Viena Zurique Copenhaga Paris Malmö Málaga',
    monthOfYear: ['M Y', 'M de Y', 'em M de Y', 'de M de Y'],
    dayOfMonth: ['D de M', 'D M', 'no dia D de M', 'a D de M'],
    dayOfYear: ['D de M de Y', 'D M Y', 'a D de M de Y', 'dia D de M de Y'],
    numericDates: [
      ['05/07/2024', 'date=2024-07-05'],
      ['24/12/23', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5-7-2024', 'date=2024-07-05'],
    ],
    months_: ['M a N Y', 'de M a N de Y', 'M-N Y', 'M – N Y', 'entre M e N de Y', 'M até N Y'],
    monthsOfAnyYear: ['M a N', 'M-N'],
    monthsAcrossYears: ['M Y a N Z', 'de M de Y a N de Z', 'M Y - N Z'],
    days: ['D a E de M de Y', 'D-E M Y', 'de D a E de M de Y', 'D – E de M Y'],
    years: ['Y a Z', 'de Y a Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'S de Y', 'no S de Y'],
    monthInTown: ['P M Y', 'P em M de Y', 'M Y em P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S de Y em P', 'P no S de Y', 'P S Y'],
    album: 'Casamento da Ana e do Tomás',
    seasonAlbum: 'Verão na Suécia',
    product: 'Álbum Toscana',
    phrases: `
      Natal → days=christmas
      no Natal → days=christmas
      natal 2022 → date=2022-12-24..2022-12-26
      véspera de Natal → days=christmas
      passagem de ano → days=new-year
      ano novo → days=new-year
      Páscoa → days=easter
      pascoa 2023 → date=2023&days=easter
      fim de semana → days=weekend
      no fim de semana → days=weekend
      domingos → days=sun
      sexta → days=fri
      em julho → days=07-01..07-31
      fevereiro → days=02-01..02-29
      hoje → date=2026-11-26
      ontem → date=2026-11-25
      este ano → date=2026
      o ano passado → date=2025
      no ano passado → date=2025
      este mês → date=2026-11
      o mês passado → date=2026-10
      na semana passada → date=2026-11-16..2026-11-22
      no verão passado → date=2026-06..2026-08
      o outono passado → date=2025-09..2025-11
      desde 2020 → date=2020..
      até 2015 → date=..2015
      sem data → undated=true
      nunca impressas → printed=never
      horizontal → shape=landscape
      vertical Paris → place=2988507&shape=upright
      panorâmicas → shape=panorama
      capturas de ecrã 2024 → date=2024&type=screenshot
      Natal em Viena → days=christmas&place=2761369
      domingo em paris → days=sun&place=2988507
      Paris e Viena → place=2988507&place=2761369
      Itália 2023 → date=2023&place=country:IT
      2022 e 2023 → date=2022&date=2023`,
  },
  nl: {
    months: 'januari februari maart april mei juni juli augustus september oktober november december',
    weekdays: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
    seasons: 'lente zomer herfst winter',
    shortMonths: 'jan1 feb2 mrt3 apr4 aug8 sept9 okt10',
    towns: 'München Keulen Wenen Zürich Kopenhagen Parijs Malmö Málaga',
    monthOfYear: ['M Y', 'in M Y', 'M, Y', 'van M Y'],
    dayOfMonth: ['D M', 'op D M', 'van D M', 'De M'],
    dayOfYear: ['D M Y', 'op D M Y', 'van D M Y', 'De M Y'],
    numericDates: [
      ['05-07-2024', 'date=2024-07-05'],
      ['24-12-23', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5/7/2024', 'date=2024-07-05'],
    ],
    months_: ['M tot N Y', 'van M tot N Y', 'M-N Y', 'M – N Y', 'tussen M en N Y', 'M t/m N Y'],
    monthsOfAnyYear: ['M tot N', 'M-N'],
    monthsAcrossYears: ['M Y tot N Z', 'van M Y tot N Z', 'M Y - N Z'],
    days: ['D tot E M Y', 'D-E M Y', 'van D tot E M Y', 'D t/m E M Y'],
    years: ['Y tot Z', 'van Y tot Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'in de S van Y', 'in S Y'],
    monthInTown: ['P M Y', 'P in M Y', 'M Y in P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S Y in P', 'P in de S van Y', 'P S Y'],
    album: 'Bruiloft van Anna en Tom',
    seasonAlbum: 'Zomer in Zweden',
    product: 'Fotoboek Toscane',
    phrases: `
      Kerst → days=christmas
      met kerst → days=christmas
      kerst 2022 → date=2022-12-24..2022-12-26
      kerstmis → days=christmas
      kerstavond → days=christmas
      oud en nieuw → days=new-year
      oudejaarsavond → days=new-year
      Pasen → days=easter
      pasen 2023 → date=2023&days=easter
      weekend → days=weekend
      in het weekend → days=weekend
      zondagen → days=sun
      in juli → days=07-01..07-31
      februari → days=02-01..02-29
      vandaag → date=2026-11-26
      gisteren → date=2026-11-25
      dit jaar → date=2026
      vorig jaar → date=2025
      deze maand → date=2026-11
      vorige maand → date=2026-10
      vorige week → date=2026-11-16..2026-11-22
      afgelopen zomer → date=2026-06..2026-08
      vorige herfst → date=2025-09..2025-11
      sinds 2020 → date=2020..
      tot 2015 → date=..2015
      zonder datum → undated=true
      nooit afgedrukt → printed=never
      liggend → shape=landscape
      staand Parijs → place=2988507&shape=upright
      panorama's → shape=panorama
      screenshots 2024 → date=2024&type=screenshot
      Kerst in Wenen → days=christmas&place=2761369
      zondag in parijs → days=sun&place=2988507
      Parijs en Wenen → place=2988507&place=2761369
      Italië 2023 → date=2023&place=country:IT
      2022 en 2023 → date=2022&date=2023`,
  },
  da: {
    months: 'januar februar marts april maj juni juli august september oktober november december',
    weekdays: 'mandag tirsdag onsdag torsdag fredag lørdag søndag',
    seasons: 'forår sommer efterår vinter',
    shortMonths: 'jan1 feb2 apr4 aug8 sep9 okt10 dec12',
    towns: 'München Köln Wien Zürich København Paris Malmö Málaga',
    monthOfYear: ['M Y', 'i M Y', 'M, Y', 'fra M Y'],
    dayOfMonth: ['D. M', 'D M', 'den D. M', 'd. D. M'],
    dayOfYear: ['D. M Y', 'D M Y', 'den D. M Y', 'd. D. M Y'],
    numericDates: [
      ['05.07.2024', 'date=2024-07-05'],
      ['24/12/23', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5/7-2024', 'date=2024-07-05'],
    ],
    months_: ['M til N Y', 'fra M til N Y', 'M-N Y', 'M – N Y', 'mellem M og N Y', 'M indtil N Y'],
    monthsOfAnyYear: ['M til N', 'M-N'],
    monthsAcrossYears: ['M Y til N Z', 'fra M Y til N Z', 'M Y - N Z'],
    days: ['D. til E. M Y', 'D.-E. M Y', 'fra D. til E. M Y', 'D. – E. M Y'],
    years: ['Y til Z', 'fra Y til Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'i S Y', 'S i Y'],
    monthInTown: ['P M Y', 'P i M Y', 'M Y i P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S Y i P', 'P i S Y', 'P S Y'],
    album: 'Anna og Toms bryllup',
    seasonAlbum: 'Sommer i Sverige',
    product: 'Fotobog Toscana',
    phrases: `
      jul → days=christmas
      i julen → days=christmas
      jul 2022 → date=2022-12-24..2022-12-26
      juleaften → days=christmas
      juleaften 2021 → date=2021-12-24..2021-12-26
      nytår → days=new-year
      nytårsaften → days=new-year
      påske → days=easter
      påsken 2023 → date=2023&days=easter
      weekend → days=weekend
      i weekenden → days=weekend
      søndage → days=sun
      i juli → days=07-01..07-31
      februar → days=02-01..02-29
      i dag → date=2026-11-26
      i går → date=2026-11-25
      i år → date=2026
      sidste år → date=2025
      denne måned → date=2026-11
      sidste måned → date=2026-10
      sidste uge → date=2026-11-16..2026-11-22
      sidste sommer → date=2026-06..2026-08
      sidste efterår → date=2025-09..2025-11
      siden 2020 → date=2020..
      indtil 2015 → date=..2015
      uden dato → undated=true
      aldrig printet → printed=never
      liggende → shape=landscape
      stående Paris → place=2988507&shape=upright
      panorama → shape=panorama
      skærmbilleder 2024 → date=2024&type=screenshot
      Jul i Wien → days=christmas&place=2761369
      søndag i paris → days=sun&place=2988507
      Paris og Wien → place=2988507&place=2761369
      Italien 2023 → date=2023&place=country:IT
      2022 og 2023 → date=2022&date=2023`,
  },
  nb: {
    months: 'januar februar mars april mai juni juli august september oktober november desember',
    weekdays: 'mandag tirsdag onsdag torsdag fredag lørdag søndag',
    seasons: 'vår sommer høst vinter',
    shortMonths: 'jan1 feb2 apr4 aug8 sep9 okt10 des12',
    towns: 'München Köln Wien Zürich København Paris Malmö Málaga',
    monthOfYear: ['M Y', 'i M Y', 'M, Y', 'fra M Y'],
    dayOfMonth: ['D. M', 'D M', 'den D. M', 'fra D. M'],
    dayOfYear: ['D. M Y', 'D M Y', 'den D. M Y', 'fra D. M Y'],
    numericDates: [
      ['05.07.2024', 'date=2024-07-05'],
      ['24.12.23', 'date=2023-12-24'],
      ['07/2024', 'date=2024-07'],
      ['5/7-2024', 'date=2024-07-05'],
    ],
    months_: ['M til N Y', 'fra M til N Y', 'M-N Y', 'M – N Y', 'mellom M og N Y', 'fra M til og med N Y'],
    monthsOfAnyYear: ['M til N', 'M-N'],
    monthsAcrossYears: ['M Y til N Z', 'fra M Y til N Z', 'M Y - N Z'],
    days: ['D. til E. M Y', 'D.-E. M Y', 'fra D. til E. M Y', 'D. – E. M Y'],
    years: ['Y til Z', 'fra Y til Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'i S Y', 'S i Y'],
    monthInTown: ['P M Y', 'P i M Y', 'M Y i P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S Y i P', 'P i S Y', 'P S Y'],
    album: 'Bryllupet til Anna og Tom',
    seasonAlbum: 'Sommer i Sverige',
    product: 'Fotobok Toscana',
    phrases: `
      jul → days=christmas
      i julen → days=christmas
      jul 2022 → date=2022-12-24..2022-12-26
      julaften → days=christmas
      julaften 2021 → date=2021-12-24..2021-12-26
      nyttår → days=new-year
      nyttårsaften → days=new-year
      påske → days=easter
      påsken 2023 → date=2023&days=easter
      helg → days=weekend
      i helgen → days=weekend
      søndager → days=sun
      i juli → days=07-01..07-31
      februar → days=02-01..02-29
      i dag → date=2026-11-26
      i går → date=2026-11-25
      i år → date=2026
      i fjor → date=2025
      denne måneden → date=2026-11
      forrige måned → date=2026-10
      forrige uke → date=2026-11-16..2026-11-22
      forrige sommer → date=2026-06..2026-08
      i fjor høst → date=2025-09..2025-11
      siden 2020 → date=2020..
      til 2015 → date=..2015
      uten dato → undated=true
      aldri skrevet ut → printed=never
      liggende → shape=landscape
      stående Paris → place=2988507&shape=upright
      panorama → shape=panorama
      skjermbilder 2024 → date=2024&type=screenshot
      Jul i Wien → days=christmas&place=2761369
      søndag i paris → days=sun&place=2988507
      Paris og Wien → place=2988507&place=2761369
      Italia 2023 → date=2023&place=country:IT
      2022 og 2023 → date=2022&date=2023`,
  },
  sv: {
    months: 'januari februari mars april maj juni juli augusti september oktober november december',
    weekdays: 'måndag tisdag onsdag torsdag fredag lördag söndag',
    seasons: 'vår sommar höst vinter',
    shortMonths: 'jan1 feb2 apr4 aug8 sep9 okt10 dec12',
    towns: 'München Köln Wien Zürich Köpenhamn Paris Malmö Málaga',
    monthOfYear: ['M Y', 'i M Y', 'M, Y', 'från M Y'],
    dayOfMonth: ['D M', 'den D M', 'Den D M', 'från D M'],
    dayOfYear: ['D M Y', 'den D M Y', 'från D M Y', 'den D M, Y'],
    numericDates: [
      ['2024-07-05', 'date=2024-07-05'],
      ['24/12 2023', 'date=2023-12-24'],
      ['2024-07', 'date=2024-07'],
      ['5/7/2024', 'date=2024-07-05'],
    ],
    months_: ['M till N Y', 'från M till N Y', 'M-N Y', 'M – N Y', 'mellan M och N Y', 'M till och med N Y'],
    monthsOfAnyYear: ['M till N', 'M-N'],
    monthsAcrossYears: ['M Y till N Z', 'från M Y till N Z', 'M Y - N Z'],
    days: ['D till E M Y', 'D-E M Y', 'från D till E M Y', 'den D – E M Y'],
    years: ['Y till Z', 'från Y till Z', 'Y-Z'],
    seasonOfYear: ['S Y', 'S år Y', 'S, Y'],
    monthInTown: ['P M Y', 'P i M Y', 'M Y i P', 'P, M Y'],
    seasonInTown: ['S Y P', 'S Y i P', 'P, S Y', 'P S Y'],
    album: 'Annas och Toms bröllop',
    seasonAlbum: 'Sommar i Sverige',
    product: 'Fotobok Toscana',
    phrases: `
      jul → days=christmas
      i julen → days=christmas
      julen 2022 → date=2022-12-24..2022-12-26
      julafton → days=christmas
      julafton 2021 → date=2021-12-24..2021-12-26
      nyår → days=new-year
      nyårsafton → days=new-year
      påsk → days=easter
      påsken 2023 → date=2023&days=easter
      helg → days=weekend
      i helgen → days=weekend
      söndagar → days=sun
      i juli → days=07-01..07-31
      februari → days=02-01..02-29
      idag → date=2026-11-26
      igår → date=2026-11-25
      i år → date=2026
      förra året → date=2025
      i fjol → date=2025
      den här månaden → date=2026-11
      förra månaden → date=2026-10
      förra veckan → date=2026-11-16..2026-11-22
      förra sommaren → date=2026-06..2026-08
      förra hösten → date=2025-09..2025-11
      sedan 2020 → date=2020..
      till 2015 → date=..2015
      utan datum → undated=true
      aldrig tryckta → printed=never
      liggande → shape=landscape
      stående Paris → place=2988507&shape=upright
      panorama → shape=panorama
      skärmbilder 2024 → date=2024&type=screenshot
      Jul i Wien → days=christmas&place=2761369
      söndag i paris → days=sun&place=2988507
      Paris och Wien → place=2988507&place=2761369
      Italien 2023 → date=2023&place=country:IT
      2022 och 2023 → date=2022&date=2023`,
  },
}

/** Phrases of countries whose language others speak differently. */
const OF_LOCALES: Partial<Record<Locale, readonly HeldOut[]>> = {
  'de-AT': [
    ['Jänner 2024', 'date=2024-01'],
    ['3. Jänner', 'days=01-03..01-03'],
    ['jaenner 2024', 'date=2024-01'],
  ],
}

/** Phrases that are written alike everywhere. */
const EVERYWHERE: readonly HeldOut[] = [
  ['2019', 'date=2019'],
  ['2019 2021', 'date=2019&date=2021'],
  ['canon', 'camera=1&camera=2'],
  ['Canon EOS R5', 'camera=1'],
  ['iphone 12', 'camera=3'],
  ['CANON 2023', 'date=2023&camera=1&camera=2'],
  ['IMG_4711', 'name=IMG 4711'],
  ['DSC01234.JPG', 'name=DSC01234 JPG'],
  ['"IMG 47"', 'name="IMG 47"'],
  ['WhatsApp 2024', 'date=2024&name=WhatsApp'],
  ['oma 80', 'name=oma 80'],
]

/** Lists the album, season album and product of the customer in the language of a locale. */
export function nameThings(locale: Locale): Pick<Language, 'album' | 'seasonAlbum' | 'product'> {
  return LANGUAGES[locale.slice(0, 2)]!
}

const pad = (number: number) => String(number).padStart(2, '0')
const list = (words: string) => words.split(/\s+/).filter(Boolean)

/** Lists the phrases of a locale with their filters. */
export function listHeldOut(locale: Locale): HeldOut[] {
  const language = LANGUAGES[locale.slice(0, 2)]!
  const [months, weekdays, seasons] = [language.months, language.weekdays, language.seasons].map(list) as [
    string[],
    string[],
    string[],
  ]
  const towns = list(language.towns).map((name, i) => [name.replaceAll('-', ' '), TOWNS[i]!.placeId] as const)
  const fill = (template: string, slots: Record<string, string | number>) =>
    template.replaceAll(/(?<![\p{L}\p{N}])[MNYZDESP](?![\p{L}])|(?<![\p{L}\p{N}])D(?=th|e\b)/gu, slot =>
      String(slots[slot] ?? slot),
    )
  const repeat = <T>(templates: readonly string[], count: number, make: (template: string, i: number) => T) =>
    Array.from({ length: count }, (_, i) => make(templates[i % templates.length]!, i))
  const toRange = (season: number, year: number) =>
    season === 3
      ? `${year}-12..${year + 1}-02`
      : `${year}-${pad(3 + season * 3)}..${year}-${pad(5 + season * 3)}`
  const generated: HeldOut[] = [
    ...repeat(
      language.monthOfYear,
      12,
      (template, i): HeldOut => [
        fill(template, { M: months[i]!, Y: 2012 + i }),
        `date=${2012 + i}-${pad(i + 1)}`,
      ],
    ),
    ...list(language.shortMonths).map((text): HeldOut => {
      const [, name, month] = /^(\D+)(\d+)$/.exec(text)!
      return [`${name} 2018`, `date=2018-${pad(Number(month))}`]
    }),
    ...repeat(language.dayOfMonth, 4, (template, i): HeldOut => {
      const [month, day] = [3 * i, 5 + 4 * i]
      const text = `${pad(month + 1)}-${pad(day)}`
      return [fill(template, { D: day, M: months[month]! }), `days=${text}..${text}`]
    }),
    ...repeat(language.dayOfYear, 8, (template, i): HeldOut => {
      const [month, day] = [11 - i, 4 + 3 * (i % 2)]
      return [
        fill(template, { D: day, M: months[month]!, Y: 2015 + i }),
        `date=${2015 + i}-${pad(month + 1)}-${pad(day)}`,
      ]
    }),
    ...language.numericDates,
    ...repeat(
      language.months_,
      6,
      (template, i): HeldOut => [
        fill(template, { M: months[i]!, N: months[i + 3]!, Y: 2016 + i }),
        `date=${2016 + i}-${pad(i + 1)}..${2016 + i}-${pad(i + 4)}`,
      ],
    ),
    ...repeat(
      language.monthsOfAnyYear,
      2,
      (template, i): HeldOut => [
        fill(template, { M: months[4 + i]!, N: months[6 + i]! }),
        `days=${pad(5 + i)}-01..${pad(7 + i)}-31`,
      ],
    ),
    ...repeat(
      language.monthsAcrossYears,
      3,
      (template, i): HeldOut => [
        fill(template, { M: months[9 + i]!, N: months[i]!, Y: 2020, Z: 2021 + i }),
        `date=2020-${10 + i}..${2021 + i}-${pad(i + 1)}`,
      ],
    ),
    ...repeat(
      language.days,
      4,
      (template, i): HeldOut => [
        fill(template, { D: 3 + i, E: 12 + i, M: months[2 * i]!, Y: 2023 }),
        `date=2023-${pad(2 * i + 1)}-${pad(3 + i)}..2023-${pad(2 * i + 1)}-${12 + i}`,
      ],
    ),
    ...repeat(
      language.years,
      3,
      (template, i): HeldOut => [
        fill(template, { Y: 2010 + i, Z: 2014 + 2 * i }),
        `date=${2010 + i}..${2014 + 2 * i}`,
      ],
    ),
    ...repeat(
      language.seasonOfYear,
      4,
      (template, i): HeldOut => [
        fill(template, { S: seasons[i]!, Y: 2019 + i }),
        `date=${toRange(i, 2019 + i)}`,
      ],
    ),
    ...weekdays.map(
      (name, i): HeldOut => [name, `days=${['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'][i]}`],
    ),
    ...towns.map(([name, id]): HeldOut => [name, `place=${id}`]),
    ...repeat(
      language.monthInTown,
      4,
      (template, i): HeldOut => [
        fill(template, { P: towns[2 * i]![0], M: months[3 * i + 1]!, Y: 2022 }),
        `date=2022-${pad(3 * i + 2)}&place=${towns[2 * i]![1]}`,
      ],
    ),
    ...repeat(
      language.seasonInTown,
      4,
      (template, i): HeldOut => [
        fill(template, { P: towns[2 * i + 1]![0], S: seasons[i]!, Y: 2021 }),
        `date=${toRange(i, 2021)}&place=${towns[2 * i + 1]![1]}`,
      ],
    ),
    [language.album, ALBUM_FILTER],
    [`${language.album} 2023`, `date=2023&${ALBUM_FILTER}`],
    [language.seasonAlbum, `album=${SEASON_ALBUM}`],
    [language.product, 'product=P-1'],
    [`${language.product} canon`, 'camera=1&camera=2&product=P-1'],
  ]
  const written = readLines(language.phrases)
  return [...[...generated, ...written].map(vary), ...(OF_LOCALES[locale] ?? []), ...EVERYWHERE]
}

/** Lists phrases that were written later, with their filters. */
export const listMoreHeldOut = (locale: Locale): HeldOut[] => readLines(MORE_PHRASES[locale.slice(0, 2)]!)

const readLines = (lines: string): HeldOut[] =>
  lines
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [phrase, filter] = line.split('→').map(part => part.trim())
      return [phrase!, filter!]
    })

/** Some are typed in capitals, in small letters, or without accents. */
function vary([phrase, filter]: HeldOut, i: number): HeldOut {
  if (i % 7 === 3) return [phrase.toUpperCase(), filter]
  if (i % 7 === 5) return [phrase.toLowerCase(), filter]
  return i % 7 === 6 ? [phrase.normalize('NFD').replaceAll(/\p{M}/gu, ''), filter] : [phrase, filter]
}
