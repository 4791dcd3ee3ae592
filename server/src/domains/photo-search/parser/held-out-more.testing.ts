/*
 * More phrases by language, of other shapes than the patterns of held-out.testing.ts, which were written after the parser had
 * learned those (NX-204).
 */

/** One phrase and its filter a line, apart by an arrow. */
export const MORE_PHRASES: Readonly<Record<string, string>> = {
  en: `
    photos from July 2019 → date=2019-07
    Paris 14 July 2022 → date=2022-07-14&place=2988507
    1st January 2020 → date=2020-01-01
    New Year 2023 in Vienna → date=2022-12-31..2023-01-01&place=2761369
    mid-july 2023 → date=2023-07&name=mid
    weekends in May 2024 → date=2024-05&days=weekend
    Saturday 4 May 2024 → date=2024-05-04&days=sat
    Munich or Cologne → place=2867714&place=2886242
    Copenhagen, Denmark → place=2618425
    germany summer 2022 → date=2022-06..2022-08&place=country:DE
    winter 2022/2023 → date=2022-12..2023-02
    spring to autumn 2021 → date=2021-03..2021-11
    Jan 2020 to Mar 2020 → date=2020-01..2020-03
    in the summer of 2018 → date=2018-06..2018-08
    last weekend → date=2026-11-21..2026-11-22
    this week → date=2026-11-23..2026-11-29
    Christmas Day 2020 → date=2020-12-24..2020-12-26
    undated canon → camera=1&camera=2&undated=true
    square photos → shape=square
    grandma birthday 2021 → date=2021&name=grandma birthday`,
  de: `
    Fotos vom Juli 2019 → date=2019-07
    Paris 14. Juli 2022 → date=2022-07-14&place=2988507
    1. Januar 2020 → date=2020-01-01
    Silvester 2022 in Wien → date=2022-12-31..2023-01-01&place=2761369
    Anfang Juli 2023 → date=2023-07&name=Anfang
    Wochenenden im Mai 2024 → date=2024-05&days=weekend
    Samstag, 4. Mai 2024 → date=2024-05-04&days=sat
    München oder Köln → place=2867714&place=2886242
    Kopenhagen, Dänemark → place=2618425
    deutschland sommer 2022 → date=2022-06..2022-08&place=country:DE
    Winter 2022/2023 → date=2022-12..2023-02
    Frühling bis Herbst 2021 → date=2021-03..2021-11
    Jan 2020 bis März 2020 → date=2020-01..2020-03
    im Sommer 2018 → date=2018-06..2018-08
    letztes Wochenende → date=2026-11-21..2026-11-22
    diese Woche → date=2026-11-23..2026-11-29
    Weihnachten 2020 → date=2020-12-24..2020-12-26
    canon ohne Datum → camera=1&camera=2&undated=true
    quadratische Fotos → shape=square
    Muenchen maerz 2021 → date=2021-03&place=2867714`,
  fr: `
    photos de juillet 2019 → date=2019-07
    Paris 14 juillet 2022 → date=2022-07-14&place=2988507
    1er janvier 2020 → date=2020-01-01
    Nouvel An 2023 à Vienne → date=2022-12-31..2023-01-01&place=2761369
    début juillet 2023 → date=2023-07&name=début
    week-ends de mai 2024 → date=2024-05&days=weekend
    samedi 4 mai 2024 → date=2024-05-04&days=sat
    Munich ou Cologne → place=2867714&place=2886242
    Copenhague, Danemark → place=2618425
    allemagne été 2022 → date=2022-06..2022-08&place=country:DE
    hiver 2022/2023 → date=2022-12..2023-02
    du printemps à l’automne 2021 → date=2021-03..2021-11
    janv 2020 à mars 2020 → date=2020-01..2020-03
    pendant l’été 2018 → date=2018-06..2018-08
    le week-end dernier → date=2026-11-21..2026-11-22
    cette semaine → date=2026-11-23..2026-11-29
    Noël 2020 → date=2020-12-24..2020-12-26
    canon sans date → camera=1&camera=2&undated=true
    photos carrées → shape=square
    anniversaire mamie 2021 → date=2021&name=anniversaire mamie`,
  es: `
    fotos de julio de 2019 → date=2019-07
    París 14 de julio de 2022 → date=2022-07-14&place=2988507
    1 de enero de 2020 → date=2020-01-01
    Nochevieja 2022 en Viena → date=2022-12-31..2023-01-01&place=2761369
    principios de julio 2023 → date=2023-07&name=principios
    fines de semana de mayo 2024 → date=2024-05&days=weekend
    sábado 4 de mayo de 2024 → date=2024-05-04&days=sat
    Múnich o Colonia → place=2867714&place=2886242
    Copenhague, Dinamarca → place=2618425
    alemania verano 2022 → date=2022-06..2022-08&place=country:DE
    invierno 2022/2023 → date=2022-12..2023-02
    de primavera a otoño de 2021 → date=2021-03..2021-11
    ene 2020 a marzo 2020 → date=2020-01..2020-03
    durante el verano de 2018 → date=2018-06..2018-08
    el fin de semana pasado → date=2026-11-21..2026-11-22
    esta semana → date=2026-11-23..2026-11-29
    Navidades 2020 → date=2020-12-24..2020-12-26
    canon sin fecha → camera=1&camera=2&undated=true
    fotos cuadradas → shape=square
    cumpleaños abuela 2021 → date=2021&name=cumpleaños abuela`,
  it: `
    foto di luglio 2019 → date=2019-07
    Parigi 14 luglio 2022 → date=2022-07-14&place=2988507
    1 gennaio 2020 → date=2020-01-01
    Capodanno 2023 a Vienna → date=2022-12-31..2023-01-01&place=2761369
    inizio luglio 2023 → date=2023-07&name=inizio
    weekend di maggio 2024 → date=2024-05&days=weekend
    sabato 4 maggio 2024 → date=2024-05-04&days=sat
    Monaco di Baviera o Colonia → place=2867714&place=2886242
    Copenaghen, Danimarca → place=2618425
    germania estate 2022 → date=2022-06..2022-08&place=country:DE
    inverno 2022/2023 → date=2022-12..2023-02
    dalla primavera all’autunno 2021 → date=2021-03..2021-11
    gen 2020 - marzo 2020 → date=2020-01..2020-03
    durante l’estate 2018 → date=2018-06..2018-08
    lo scorso fine settimana → date=2026-11-21..2026-11-22
    questa settimana → date=2026-11-23..2026-11-29
    Natale 2020 → date=2020-12-24..2020-12-26
    canon senza data → camera=1&camera=2&undated=true
    foto quadrate → shape=square
    compleanno nonna 2021 → date=2021&name=compleanno nonna`,
  pt: `
    fotos de julho de 2019 → date=2019-07
    Paris 14 de julho de 2022 → date=2022-07-14&place=2988507
    1 de janeiro de 2020 → date=2020-01-01
    Passagem de ano 2022 em Viena → date=2022-12-31..2023-01-01&place=2761369
    início de julho 2023 → date=2023-07&name=início
    fins de semana de maio 2024 → date=2024-05&days=weekend
    sábado 4 de maio de 2024 → date=2024-05-04&days=sat
    Munique ou Colónia → place=2867714&place=2886242
    Copenhaga, Dinamarca → place=2618425
    alemanha verão 2022 → date=2022-06..2022-08&place=country:DE
    inverno 2022/2023 → date=2022-12..2023-02
    da primavera ao outono de 2021 → date=2021-03..2021-11
    jan 2020 a março 2020 → date=2020-01..2020-03
    durante o verão de 2018 → date=2018-06..2018-08
    fim de semana passado → date=2026-11-21..2026-11-22
    esta semana → date=2026-11-23..2026-11-29
    Natal de 2020 → date=2020-12-24..2020-12-26
    canon sem data → camera=1&camera=2&undated=true
    fotos quadradas → shape=square
    aniversário avó 2021 → date=2021&name=aniversário avó`,
  nl: `
    foto’s van juli 2019 → date=2019-07
    Parijs 14 juli 2022 → date=2022-07-14&place=2988507
    1 januari 2020 → date=2020-01-01
    oudejaarsavond 2022 in Wenen → date=2022-12-31..2023-01-01&place=2761369
    begin juli 2023 → date=2023-07&name=begin
    weekends in mei 2024 → date=2024-05&days=weekend
    zaterdag 4 mei 2024 → date=2024-05-04&days=sat
    München of Keulen → place=2867714&place=2886242
    Kopenhagen, Denemarken → place=2618425
    duitsland zomer 2022 → date=2022-06..2022-08&place=country:DE
    winter 2022/2023 → date=2022-12..2023-02
    lente tot herfst 2021 → date=2021-03..2021-11
    jan 2020 t/m mrt 2020 → date=2020-01..2020-03
    tijdens de zomer van 2018 → date=2018-06..2018-08
    vorig weekend → date=2026-11-21..2026-11-22
    deze week → date=2026-11-23..2026-11-29
    Kerst van 2020 → date=2020-12-24..2020-12-26
    canon zonder datum → camera=1&camera=2&undated=true
    vierkante foto’s → shape=square
    verjaardag oma 2021 → date=2021&name=verjaardag oma`,
  da: `
    billeder fra juli 2019 → date=2019-07
    Paris 14. juli 2022 → date=2022-07-14&place=2988507
    1. januar 2020 → date=2020-01-01
    nytårsaften 2022 i Wien → date=2022-12-31..2023-01-01&place=2761369
    starten af juli 2023 → date=2023-07&name=starten
    weekender i maj 2024 → date=2024-05&days=weekend
    lørdag d. 4. maj 2024 → date=2024-05-04&days=sat
    München eller Köln → place=2867714&place=2886242
    København, Danmark → place=2618425
    tyskland sommer 2022 → date=2022-06..2022-08&place=country:DE
    vinter 2022/2023 → date=2022-12..2023-02
    forår til efterår 2021 → date=2021-03..2021-11
    jan 2020 til marts 2020 → date=2020-01..2020-03
    i sommeren 2018 → date=2018-06..2018-08
    sidste weekend → date=2026-11-21..2026-11-22
    denne uge → date=2026-11-23..2026-11-29
    julen 2020 → date=2020-12-24..2020-12-26
    canon uden dato → camera=1&camera=2&undated=true
    kvadratiske billeder → shape=square
    farmor fødselsdag 2021 → date=2021&name=farmor fødselsdag`,
  nb: `
    bilder fra juli 2019 → date=2019-07
    Paris 14. juli 2022 → date=2022-07-14&place=2988507
    1. januar 2020 → date=2020-01-01
    nyttårsaften 2022 i Wien → date=2022-12-31..2023-01-01&place=2761369
    begynnelsen av juli 2023 → date=2023-07&name=begynnelsen
    helger i mai 2024 → date=2024-05&days=weekend
    lørdag 4. mai 2024 → date=2024-05-04&days=sat
    München eller Köln → place=2867714&place=2886242
    København, Danmark → place=2618425
    tyskland sommer 2022 → date=2022-06..2022-08&place=country:DE
    vinter 2022/2023 → date=2022-12..2023-02
    vår til høst 2021 → date=2021-03..2021-11
    jan 2020 til mars 2020 → date=2020-01..2020-03
    sommeren 2018 → date=2018-06..2018-08
    forrige helg → date=2026-11-21..2026-11-22
    denne uken → date=2026-11-23..2026-11-29
    julen 2020 → date=2020-12-24..2020-12-26
    canon uten dato → camera=1&camera=2&undated=true
    kvadratiske bilder → shape=square
    bestemor bursdag 2021 → date=2021&name=bestemor bursdag`,
  sv: `
    bilder från juli 2019 → date=2019-07
    Paris 14 juli 2022 → date=2022-07-14&place=2988507
    1 januari 2020 → date=2020-01-01
    nyårsafton 2022 i Wien → date=2022-12-31..2023-01-01&place=2761369
    början av juli 2023 → date=2023-07&name=början
    helger i maj 2024 → date=2024-05&days=weekend
    lördag den 4 maj 2024 → date=2024-05-04&days=sat
    München eller Köln → place=2867714&place=2886242
    Köpenhamn, Danmark → place=2618425
    tyskland sommar 2022 → date=2022-06..2022-08&place=country:DE
    vinter 2022/2023 → date=2022-12..2023-02
    vår till höst 2021 → date=2021-03..2021-11
    jan 2020 till mars 2020 → date=2020-01..2020-03
    under sommaren 2018 → date=2018-06..2018-08
    förra helgen → date=2026-11-21..2026-11-22
    den här veckan → date=2026-11-23..2026-11-29
    julen 2020 → date=2020-12-24..2020-12-26
    canon utan datum → camera=1&camera=2&undated=true
    kvadratiska bilder → shape=square
    farmor födelsedag 2021 → date=2021&name=farmor födelsedag`,
}
