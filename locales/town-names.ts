/*
 * Names of towns that differ between the product's languages, by GeoNames id; all other towns have the name of GeoNames. In the
 * order of LANGUAGES; an empty name is that of GeoNames.
 */

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'nb', 'sv'] as const

/** Returns the name of a town in a language ('de'), or in that of a locale ('de-AT'). */
export function getTownName({ placeId, name }: { placeId: number; name: string }, locale: string): string {
  const index = LANGUAGES.findIndex(language => locale.startsWith(language))
  return NAMES.get(placeId)?.[index] || name
}

/** Lists every name of a town, that of GeoNames first. */
export const listTownNames = ({ placeId, name }: { placeId: number; name: string }): string[] => [
  ...new Set([name, ...(NAMES.get(placeId) ?? []).filter(Boolean)]),
]

const NAMES = new Map<number, readonly string[]>(
  `
  2867714 Munich|München|Munich|Múnich|Monaco di Baviera|Munique|München|München|München|München
  2886242 Cologne|Köln|Cologne|Colonia|Colonia|Colónia|Keulen|Köln|Köln|Köln
  2950159 Berlin|Berlin|Berlin|Berlín|Berlino|Berlim|Berlijn|Berlin|Berlin|Berlin
  2911298 Hamburg|Hamburg|Hambourg|Hamburgo|Amburgo|Hamburgo|Hamburg|Hamborg|Hamburg|Hamburg
  2925533 Frankfurt|Frankfurt am Main|Francfort|Fráncfort|Francoforte|Frankfurt|Frankfurt|Frankfurt|Frankfurt|Frankfurt
  2825297 Stuttgart|Stuttgart|Stuttgart|Stuttgart|Stoccarda|Estugarda|Stuttgart|Stuttgart|Stuttgart|Stuttgart
  2861650 Nuremberg|Nürnberg|Nuremberg|Núremberg|Norimberga|Nuremberga|Neurenberg|Nürnberg|Nürnberg|Nürnberg
  2879139 Leipzig|Leipzig|Leipzig|Leipzig|Lipsia|Leipzig|Leipzig|Leipzig|Leipzig|Leipzig
  2935022 Dresden|Dresden|Dresde|Dresde|Dresda|Dresden|Dresden|Dresden|Dresden|Dresden
  3247449 Aachen|Aachen|Aix-la-Chapelle|Aquisgrán|Aquisgrana|Aachen|Aken|Aachen|Aachen|Aachen
  2761369 Vienna|Wien|Vienne|Viena|Vienna|Viena|Wenen|Wien|Wien|Wien
  2766824 Salzburg|Salzburg|Salzbourg|Salzburgo|Salisburgo|Salzburgo|Salzburg|Salzburg|Salzburg|Salzburg
  2657896 Zurich|Zürich|Zurich|Zúrich|Zurigo|Zurique|Zürich|Zürich|Zürich|Zürich
  2660646 Geneva|Genf|Genève|Ginebra|Ginevra|Genebra|Genève|Genève|Genève|Genève
  2661604 Basel|Basel|Bâle|Basilea|Basilea|Basileia|Bazel|Basel|Basel|Basel
  2661552 Bern|Bern|Berne|Berna|Berna|Berna|Bern|Bern|Bern|Bern
  2659811 Lucerne|Luzern|Lucerne|Lucerna|Lucerna|Lucerna|Luzern|Luzern|Luzern|Luzern
  2988507 Paris|Paris|Paris|París|Parigi|Paris|Parijs|Paris|Paris|Paris
  2995469 Marseille|Marseille|Marseille|Marsella|Marsiglia|Marselha|Marseille|Marseille|Marseille|Marseille
  2996944 Lyon|Lyon|Lyon|Lyon|Lione|Lyon|Lyon|Lyon|Lyon|Lyon
  2990440 Nice|Nizza|Nice|Niza|Nizza|Nice|Nice|Nice|Nice|Nice
  2973783 Strasbourg|Straßburg|Strasbourg|Estrasburgo|Strasburgo|Estrasburgo|Straatsburg|Strasbourg|Strasbourg|Strasbourg
  3031582 Bordeaux|Bordeaux|Bordeaux|Burdeos|Bordeaux|Bordéus|Bordeaux|Bordeaux|Bordeaux|Bordeaux
  2998324 Lille|Lille|Lille|Lille|Lilla|Lille|Rijsel|Lille|Lille|Lille
  2800866 Brussels|Brüssel|Bruxelles|Bruselas|Bruxelles|Bruxelas|Brussel|Bruxelles|Brussel|Bryssel
  2803138 Antwerp|Antwerpen|Anvers|Amberes|Anversa|Antuérpia|Antwerpen|Antwerpen|Antwerpen|Antwerpen
  2800931 Bruges|Brügge|Bruges|Brujas|Bruges|Bruges|Brugge|Brügge|Brugge|Brygge
  2797656 Ghent|Gent|Gand|Gante|Gand|Gante|Gent|Gent|Gent|Gent
  2792482 Leuven|Löwen|Louvain|Lovaina|Lovanio|Lovaina|Leuven|Leuven|Leuven|Leuven
  2792413 Liège|Lüttich|Liège|Lieja|Liegi|Liège|Luik|Liège|Liège|Liège
  2747373 The Hague|Den Haag|La Haye|La Haya|L’Aia|Haia|Den Haag|Haag|Haag|Haag
  2759794 Amsterdam|Amsterdam|Amsterdam|Ámsterdam|Amsterdam|Amesterdão|Amsterdam|Amsterdam|Amsterdam|Amsterdam
  2747891 Rotterdam|Rotterdam|Rotterdam|Róterdam|Rotterdam|Roterdão|Rotterdam|Rotterdam|Rotterdam|Rotterdam
  2960316 Luxembourg|Luxemburg|Luxembourg|Luxemburgo|Lussemburgo|Luxemburgo|Luxemburg|Luxembourg|Luxembourg|Luxemburg
  2643743 London|London|Londres|Londres|Londra|Londres|Londen|London|London|London
  2650225 Edinburgh|Edinburgh|Édimbourg|Edimburgo|Edimburgo|Edimburgo|Edinburgh|Edinburgh|Edinburgh|Edinburgh
  2964574 Dublin|Dublin|Dublin|Dublín|Dublino|Dublin|Dublin|Dublin|Dublin|Dublin
  2618425 Copenhagen|Kopenhagen|Copenhague|Copenhague|Copenaghen|Copenhaga|Kopenhagen|København|København|Köpenhamn
  2673730 Stockholm|Stockholm|Stockholm|Estocolmo|Stoccolma|Estocolmo|Stockholm|Stockholm|Stockholm|Stockholm
  2711537 Gothenburg|Göteborg|Göteborg|Gotemburgo|Göteborg|Gotemburgo|Göteborg|Göteborg|Göteborg|Göteborg
  658225 Helsinki|Helsinki|Helsinki|Helsinki|Helsinki|Helsínquia|Helsinki|Helsinki|Helsinki|Helsingfors
  3067696 Prague|Prag|Prague|Praga|Praga|Praga|Praag|Prag|Praha|Prag
  756135 Warsaw|Warschau|Varsovie|Varsovia|Varsavia|Varsóvia|Warschau|Warszawa|Warszawa|Warszawa
  3094802 Kraków|Krakau|Cracovie|Cracovia|Cracovia|Cracóvia|Krakau|Krakow|Kraków|Kraków
  3054643 Budapest|Budapest|Budapest|Budapest|Budapest|Budapeste|Boedapest|Budapest|Budapest|Budapest
  264371 Athens|Athen|Athènes|Atenas|Atene|Atenas|Athene|Athen|Athen|Aten
  3169070 Rome|Rom|Rome|Roma|Roma|Roma|Rome|Rom|Roma|Rom
  3173435 Milan|Mailand|Milan|Milán|Milano|Milão|Milaan|Milano|Milano|Milano
  3164603 Venice|Venedig|Venise|Venecia|Venezia|Veneza|Venetië|Venedig|Venezia|Venedig
  3176959 Florence|Florenz|Florence|Florencia|Firenze|Florença|Florence|Firenze|Firenze|Florens
  3172394 Naples|Neapel|Naples|Nápoles|Napoli|Nápoles|Napels|Napoli|Napoli|Neapel
  3165524 Turin|Turin|Turin|Turín|Torino|Turim|Turijn|Torino|Torino|Turin
  3176219 Genoa|Genua|Gênes|Génova|Genova|Génova|Genua|Genova|Genova|Genua
  2523920 Palermo|Palermo|Palerme|Palermo|Palermo|Palermo|Palermo|Palermo|Palermo|Palermo
  3117735 Madrid|Madrid|Madrid|Madrid|Madrid|Madrid|Madrid|Madrid|Madrid|Madrid
  3128760 Barcelona|Barcelona|Barcelone|Barcelona|Barcellona|Barcelona|Barcelona|Barcelona|Barcelona|Barcelona
  2510911 Seville|Sevilla|Séville|Sevilla|Siviglia|Sevilha|Sevilla|Sevilla|Sevilla|Sevilla
  2267057 Lisbon|Lissabon|Lisbonne|Lisboa|Lisbona|Lisboa|Lissabon|Lissabon|Lisboa|Lissabon
  2735943 Porto|Porto|Porto|Oporto|Porto|Porto|Porto|Porto|Porto|Porto
  745044 Istanbul|Istanbul|Istanbul|Estambul|Istanbul|Istambul|Istanbul|Istanbul|Istanbul|Istanbul
  5128581 New York|New York|New York|Nueva York|New York|Nova Iorque|New York|New York|New York|New York
  1850147 Tokyo|Tokio|Tokyo|Tokio|Tokyo|Tóquio|Tokio|Tokyo|Tokyo|Tokyo
  `
    .trim()
    .split('\n')
    .map(line => line.trim().split(/ (.*)/s))
    .map(([id, names]) => [Number(id), names!.split('|')] as const),
)
