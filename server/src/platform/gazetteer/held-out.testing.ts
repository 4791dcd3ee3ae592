/*
 * Positions with the towns that they are in, written without asking the gazetteer (NX-217): the town, or the suburbs of it that are
 * right, too; none where no town is within 50 km.
 */

/** What is there, latitude, longitude, and the names that are right. */
export type HeldOutPosition = readonly [what: string, latitude: number, longitude: number, names: string]

export const NONE = 'none'

export const HELD_OUT_POSITIONS: readonly HeldOutPosition[] = [
  // Landmarks in cities
  ['Brandenburg Gate', 52.51628, 13.37771, 'Berlin|Mitte|Tiergarten'],
  ['Cologne Cathedral', 50.94129, 6.95828, 'Köln|Altstadt Nord|Cologne'],
  ['Schönbrunn Palace', 48.18486, 16.31224, 'Vienna|Hietzing|Penzing|Meidling'],
  ['Colosseum', 41.89021, 12.49223, 'Rome'],
  ['Duomo of Milan', 45.46427, 9.19195, 'Milan'],
  ['Plaza Mayor', 40.41547, -3.70743, 'Madrid|Centro|Sol'],
  ['Alhambra', 37.17607, -3.58814, 'Granada'],
  ['Tower of Belém', 38.69158, -9.21597, 'Lisbon|Belém|Algés'],
  ['Ribeira of Porto', 41.14066, -8.61303, 'Porto|Vila Nova de Gaia'],
  ['Dam Square', 52.37308, 4.89245, 'Amsterdam'],
  ['Erasmus Bridge', 51.90905, 4.48706, 'Rotterdam'],
  ['Atomium', 50.89494, 4.34152, 'Brussels|Laeken|Grimbergen|Strombeek-Bever|Wemmel'],
  ['Belfry of Bruges', 51.20823, 3.22466, 'Brugge|Bruges'],
  ['The Little Mermaid', 55.69286, 12.59926, 'Copenhagen'],
  ['Opera House of Oslo', 59.90751, 10.75316, 'Oslo'],
  ['Bryggen', 60.39748, 5.32439, 'Bergen'],
  ['Gamla Stan', 59.32573, 18.07176, 'Stockholm|Södermalm'],
  ['Liseberg', 57.69487, 11.99225, 'Göteborg|Gothenburg'],
  ['Big Ben', 51.50073, -0.12463, 'London|Lambeth|Westminster'],
  ['Edinburgh Castle', 55.94858, -3.19991, 'Edinburgh'],
  ['Trinity College', 53.34384, -6.25459, 'Dublin'],
  ['Charles Bridge', 50.08648, 14.41144, 'Prague|Malá Strana'],
  ['Parliament of Budapest', 47.50705, 19.04567, 'Budapest|Budapest V. kerület'],
  ['Acropolis', 37.97153, 23.72575, 'Athens'],
  ['Hagia Sophia', 41.00853, 28.97991, 'Istanbul|Fatih|Eminönü'],
  ['Giza pyramids', 29.97924, 31.1342, 'Giza|Al Jīzah|Cairo'],
  ['Times Square', 40.75799, -73.98554, 'New York City|Manhattan|Weehawken'],
  ['Golden Gate Park', 37.76942, -122.48621, 'San Francisco'],
  ['Christ the Redeemer', -22.95191, -43.21049, 'Rio de Janeiro'],
  ['Obelisco', -34.60374, -58.38157, 'Buenos Aires'],
  ['Table Mountain cable car', -33.94808, 18.40279, 'Cape Town'],
  ['Taj Mahal', 27.17502, 78.04216, 'Agra'],
  ['Marina Bay Sands', 1.28377, 103.86073, 'Singapore'],
  ['Shibuya Crossing', 35.65949, 139.70055, 'Tokyo|Shibuya'],
  ['Federation Square', -37.81798, 144.96905, 'Melbourne|Southbank'],
  ['Sky Tower', -36.84846, 174.76219, 'Auckland'],
  // Small towns and villages
  ['Hallstatt', 47.56222, 13.64931, 'Hallstatt'],
  ['Rothenburg ob der Tauber', 49.37723, 10.17893, 'Rothenburg ob der Tauber'],
  ['Giethoorn', 52.7381, 6.07828, 'Giethoorn'],
  ['Reine', 67.93248, 13.08924, 'Reine|Moskenes|Sørvågen'],
  ['Visby', 57.63736, 18.29407, 'Visby'],
  ['Ronda', 36.74616, -5.16119, 'Ronda'],
  ['Positano', 40.62806, 14.48498, 'Positano'],
  ['Saint-Malo', 48.64934, -2.02567, 'Saint-Malo'],
  // Towns at borders
  ['Kehl, opposite of Strasbourg', 48.57297, 7.81528, 'Kehl'],
  ['Konstanz', 47.66033, 9.17582, 'Konstanz|Kreuzlingen'],
  ['Flensburg', 54.78252, 9.43751, 'Flensburg'],
  ['Irun', 43.33904, -1.78938, 'Irun|Irún'],
  ['Maastricht', 50.84797, 5.68909, 'Maastricht'],
  ['Haparanda', 65.83535, 24.13679, 'Haparanda|Tornio'],
  ['Monaco', 43.73844, 7.42476, 'Monaco|Monte-Carlo|Monte Carlo|Beausoleil'],
  // Islands near the line of the date
  ['Suva in Fiji', -18.14161, 178.44149, 'Suva'],
  ['Apia in Samoa', -13.83333, -171.76666, 'Apia'],
  // No town
  ['the Atlantic', 30.5, -40.2, NONE],
  ['the Pacific at 180 degrees', 5.5, 180, NONE],
  ['the Pacific at -180 degrees', 5.5, -180, NONE],
  ['the North Sea', 56.5, 3.2, NONE],
  ['the North Pole', 90, 0, NONE],
  ['the South Pole', -90, 45, NONE],
  ['the Sahara', 23.5, 10.5, NONE],
]
